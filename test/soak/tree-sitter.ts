import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npmPackages } from './soak.js';

/** A node of a syntax tree, as far as the soaks look at it. */
export interface SyntaxNode {
  kind(): string;
  text(): string;
  field(name: string): SyntaxNode | null;
  children(): SyntaxNode[];
  findAll(rule: { readonly rule: { readonly kind: string } }): SyntaxNode[];
}

const versions: Readonly<Record<string, string>> = {
  java: '0.0.7',
  kotlin: '0.0.7',
  php: '0.0.7',
  ruby: '0.0.7',
  rust: '0.0.7',
};

/** A real parser for some of our languages: `parse('go', text)` gives the root of the tree. */
export const treeSitter = (
  folder: string,
  languages: readonly string[],
): ((language: string, text: string) => SyntaxNode) => {
  const packages = languages.map((language) => `@ast-grep/lang-${language}@${versions[language] ?? '0.0.6'}`);
  const target = npmPackages(folder, `ast-grep-${languages.join('-')}`, ['@ast-grep/napi@0.51.0', ...packages]);
  const require = createRequire(join(target, 'package.json'));
  const napi = require('@ast-grep/napi');
  napi.registerDynamicLanguage(
    Object.fromEntries(languages.map((language) => [language, require(`@ast-grep/lang-${language}`)])),
  );
  return (language, text) => napi.parse(language, text).root();
};
