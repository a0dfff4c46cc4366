import { distinct, type FindNames, findPatterns, type Pattern } from './definition.js';

const modifiers =
  '(?:(?:abstract|final|sealed|non-sealed|static|strictfp|partial|readonly|ref|unsafe|open|data|inline|value|indirect|case|implicit)[ \\t]+)*';
const perLine = (source: string): RegExp => new RegExp(`^${source}`, 'gm');

/** Public definitions that stand at the start of a line, for languages where that is enough to find them. */
const byLanguage: Readonly<Record<string, readonly Pattern[]>> = {
  rust: [
    {
      pattern: perLine(
        'pub[ \\t]+(?:(?:unsafe|async|default|const(?=[ \\t]+(?:unsafe|async|extern|fn)\\b)|extern(?:[ \\t]+"[^"\\n]*")?)[ \\t]+)*(?<kind>fn|struct|enum|trait|type|const|static|mod|union)[ \\t]+(?:mut[ \\t]+)?(?<name>[A-Za-z_]\\w*)',
      ),
    },
    {
      pattern: /^#\[macro_export[^\n]{0,100}\][ \t]*\n(?:#\[[^\n]{0,200}\n)*macro_rules![ \t]*(?<name>\w+)/gm,
      kind: 'macro',
    },
    { pattern: /^pub[ \t]+use[ \t]+(?:[\w:]+::)?(?<name>\w+)[ \t]*;/gm, kind: 're-export' },
    { pattern: /^pub[ \t]+use[ \t]+[\w:]+[ \t]+as[ \t]+(?<name>\w+)[ \t]*;/gm, kind: 're-export' },
  ],
  java: [
    {
      pattern: perLine(`public[ \\t]+${modifiers}(?<kind>class|interface|enum|record|@interface)[ \\t]+(?<name>\\w+)`),
    },
  ],
  kotlin: [
    {
      pattern: perLine(
        `(?:public[ \\t]+)?${modifiers}(?:suspend[ \\t]+|operator[ \\t]+|infix[ \\t]+|annotation[ \\t]+|fun[ \\t]+(?=interface))*(?<kind>class|interface|object|fun|typealias|enum class)[ \\t]+(?:<[^>\\n]{0,100}>[ \\t]*)?(?:[A-Z][\\w<>?, ]{0,80}\\.)?(?<name>\\w+)`,
      ),
    },
  ],
  scala: [{ pattern: perLine(`${modifiers}(?<kind>class|object|trait|enum|def|type)[ \\t]+(?<name>\\w+)`) }],
  csharp: [
    {
      pattern: perLine(
        `[ \\t]{0,4}public[ \\t]+${modifiers}(?<kind>class|interface|struct|enum|record|delegate)[ \\t]+(?<name>\\w+)`,
      ),
    },
  ],
  swift: [
    {
      pattern: perLine(
        `(?:public|open)[ \\t]+${modifiers}(?<kind>class|struct|enum|protocol|func|actor|typealias|let|var)[ \\t]+(?<name>\\w+)`,
      ),
    },
  ],
  dart: [
    {
      pattern:
        /^(?:abstract[ \t]+|sealed[ \t]+|final[ \t]+|base[ \t]+)*(?<kind>class|mixin|enum|extension|typedef)[ \t]+(?<name>[A-Za-z]\w*)/gm,
    },
  ],
  php: [{ pattern: perLine(`${modifiers}(?<kind>class|interface|trait|enum|function)[ \\t]+(?<name>\\w+)`) }],
  ruby: [{ pattern: /^(?:[ ]{2})?(?<kind>class|module)[ \t]+(?<name>[A-Z][\w:]*)/gm }],
  elixir: [{ pattern: /^(?<kind>defmodule|defprotocol)[ \t]+(?<name>[A-Z][\w.]*)/gm }],
  protobuf: [{ pattern: /^(?<kind>message|service|enum)[ \t]+(?<name>\w+)/gm }],
  graphql: [{ pattern: /^(?<kind>type|interface|enum|input|union|scalar)[ \t]+(?<name>\w+)/gm }],
  sql: [
    {
      pattern:
        /^create[ \t]+(?:or[ \t]+replace[ \t]+)?(?<kind>table|view|function|procedure|type)[ \t]+(?:if[ \t]+not[ \t]+exists[ \t]+)?[`"[]?(?<name>[\w.]+)/gim,
    },
  ],
};

export const patternNames = (language: string): FindNames | undefined => {
  const patterns = byLanguage[language];
  return patterns && (({ code }) => distinct(findPatterns(code, patterns)));
};
