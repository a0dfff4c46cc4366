import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { seededRandom } from '../src/util/random.js';

const filesPerFolder = 10;

/** One file of a language: which it is, and which others it imports. */
interface Made {
  /** Its number among the files of its language; ten of them stand in a folder. */
  readonly part: number;
  readonly file: number;
  readonly imports: readonly { readonly part: number; readonly file: number }[];
  readonly functions: number;
}

interface Dialect {
  readonly path: (part: number, file: number) => string;
  readonly text: (made: Made) => string;
  /** What belongs to the project besides: manifests, lists of modules. */
  readonly rest: (parts: number) => Readonly<Record<string, string>>;
}

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');
const nothing = (): Readonly<Record<string, string>> => ({});

/**
 * How far into a TypeScript file the last word stands that looks like part of an import (`required`, `important`), behind
 * which it need not be read: 0.18 to 0.85 in the sources of zod, effect, tldraw, rxjs and react-router, 0.4 in the middle.
 */
const walked = 0.4;

/** The same small functions in each language, as far as languages allow: comments, names, strings, calls. */
const dialects: Readonly<Record<string, Dialect>> = {
  typescript: {
    path: (part, file) => `ts/part-${part}/file-${file}.ts`,
    text: ({ imports, functions }) =>
      `${imports.map(({ part, file }) => `import { value0 } from '../part-${part}/file-${file}.js';\n`).join('')}\n${lines(
        functions,
        (f) =>
          `/** Works out part ${f}${f === Math.floor(functions * walked) ? ', as required' : ''}. */\nexport function value${f}(input: Shape${f % 9}): string {\n  const total = input.size * ${f + 1};\n  return \`part ${f}: \${total.toFixed(2)}\`;\n}\n\n`,
      )}`,
    rest: nothing,
  },
  python: {
    path: (part, file) => `py/part_${part}/file_${file}.py`,
    text: ({ imports, functions }) =>
      `${imports.map(({ part, file }) => `from py.part_${part}.file_${file} import value0\n`).join('')}\n${lines(
        functions,
        (f) =>
          `def value${f}(shape):\n    """Works out part ${f}."""\n    total = shape.size * ${f + 1}\n    return "part ${f}: {:.2f}".format(total)\n\n\n`,
      )}`,
    rest: nothing,
  },
  go: {
    path: (part, file) => `go/part${part}/file${file}.go`,
    text: ({ part, imports, functions }) =>
      `package part${part}\n\nimport (\n\t"fmt"\n${imports.map((one) => `\t"made.org/m/part${one.part}"\n`).join('')})\n\n${lines(
        functions,
        (f) =>
          `// Value${f} works out part ${f}.\nfunc Value${f}(shape Shape${f % 9}) string {\n\ttotal := shape.Size * ${f + 1}\n\treturn fmt.Sprintf("part ${f}: %.2f", total)\n}\n\n`,
      )}`,
    rest: () => ({ 'go/go.mod': 'module made.org/m\n' }),
  },
  c: {
    path: (part, file) => `c/part_${part}/file_${file}.h`,
    text: ({ imports, functions }) =>
      `#include <stdio.h>\n${imports.map(({ part, file }) => `#include "../part_${part}/file_${file}.h"\n`).join('')}\n${lines(
        functions,
        (f) =>
          `/* Works out part ${f}. */\nstatic int value${f}(struct shape *shape, char *out) {\n  double total = shape->size * ${f + 1};\n  return sprintf(out, "part ${f}: %.2f", total);\n}\n\n`,
      )}`,
    rest: nothing,
  },
  rust: {
    path: (part, file) => `rs/src/part_${part}/file_${file}.rs`,
    text: ({ imports, functions }) =>
      `${imports.map(({ part, file }) => `use crate::part_${part}::file_${file}::value0;\n`).join('')}\n${lines(
        functions,
        (f) =>
          `/// Works out part ${f}.\npub fn value${f}<'a>(shape: &'a Shape${f % 9}) -> String {\n    let total = shape.size * ${f + 1}.0;\n    format!("part ${f}: {:.2}", total)\n}\n\n`,
      )}`,
    rest: (parts) => ({
      'rs/Cargo.toml': '[package]\nname = "made"\nversion = "0.1.0"\n',
      'rs/src/lib.rs': lines(parts, (part) => `pub mod part_${part};\n`),
      ...Object.fromEntries(
        Array.from({ length: parts }, (_, part) => [
          `rs/src/part_${part}/mod.rs`,
          lines(filesPerFolder, (file) => `pub mod file_${file};\n`),
        ]),
      ),
    }),
  },
  java: {
    path: (part, file) => `java/src/main/java/made/part${part}/File${part}x${file}.java`,
    text: ({ part, file, imports, functions }) =>
      `package made.part${part};\n\n${imports.map((one) => `import made.part${one.part}.File${one.part}x${one.file};\n`).join('')}\npublic class File${part}x${file} {\n${lines(
        functions,
        (f) =>
          `    /** Works out part ${f}. */\n    public static String value${f}(Shape${f % 9} shape) {\n        double total = shape.size() * ${f + 1};\n        return String.format("part ${f}: %.2f", total);\n    }\n\n`,
      )}}\n`,
    rest: nothing,
  },
  kotlin: {
    path: (part, file) => `kt/src/main/kotlin/made/kt${part}/File${file}.kt`,
    text: ({ part, file, imports, functions }) =>
      `package made.kt${part}\n\n${imports.map((one) => `import made.kt${one.part}.File${one.part}x${one.file}\n`).join('')}\nclass File${part}x${file} {\n${lines(
        functions,
        (f) =>
          `    /** Works out part ${f}. */\n    fun value${f}(shape: Shape${f % 9}): String {\n        val total = shape.size * ${f + 1}\n        return "part ${f}: \${total.format(2)}"\n    }\n\n`,
      )}}\n`,
    rest: nothing,
  },
  csharp: {
    path: (part, file) => `cs/Part${part}/File${file}.cs`,
    text: ({ part, file, imports, functions }) =>
      `using System;\n${imports.map((one) => `using Made.Part${one.part};\n`).join('')}\nnamespace Made.Part${part}\n{\n    public class File${part}x${file}\n    {\n${lines(
        functions,
        (f) =>
          `        /// <summary>Works out part ${f}.</summary>\n        public string Value${f}(Shape${f % 9} shape)\n        {\n            var total = shape.Size * ${f + 1};\n            return $"part ${f}: {total:F2}";\n        }\n\n`,
      )}        private ${imports.map((one) => `File${one.part}x${one.file}`)[0] ?? 'string'} other;\n    }\n}\n`,
    rest: nothing,
  },
  ruby: {
    path: (part, file) => `rb/lib/made/part_${part}/file_${file}.rb`,
    text: ({ part, file, imports, functions }) =>
      `${imports.map((one) => `require "made/part_${one.part}/file_${one.file}"\n`).join('')}\nmodule Made\n  class File${part}x${file}\n${lines(
        functions,
        (f) =>
          `    # Works out part ${f}.\n    def value${f}(shape)\n      total = shape.size * ${f + 1} + Shape${f % 9}::EMPTY\n      "part ${f}: #{total.round(2)}"\n    end\n\n`,
      )}  end\nend\n`,
    rest: nothing,
  },
  php: {
    path: (part, file) => `php/src/Part${part}/File${file}.php`,
    text: ({ part, file, imports, functions }) =>
      `<?php\n\nnamespace Made\\Part${part};\n\n${imports.map((one) => `use Made\\Part${one.part}\\File${one.file};\n`).join('')}\nclass File${file}\n{\n${lines(
        functions,
        (f) =>
          `    /** Works out part ${f}. */\n    public function value${f}(Shape${f % 9} $shape): string\n    {\n        $total = $shape->size() * ${f + 1};\n        return sprintf('part ${f}: %.2f', $total);\n    }\n\n`,
      )}}\n`,
    rest: () => ({ 'php/composer.json': '{ "autoload": { "psr-4": { "Made\\\\": "src/" } } }\n' }),
  },
};

const write = (root: string, path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

/**
 * Writes two projects of as many files and bytes: one has every language that is read, in equal parts, the other only
 * TypeScript. Files import some of their folder and some of the folders next to it.
 */
export const generateMixed = (mixed: string, plain: string, files: number, seed = 1): void => {
  const random = seededRandom(seed);
  const below = (count: number) => random() % count;
  const names = Object.keys(dialects);
  const parts = Math.ceil(files / names.length / filesPerFolder);
  let written = 0;
  const both = (path: string, text: string, imports: Made['imports'] = []): void => {
    write(mixed, path, text);
    write(plain, ...typescriptOf(written++, text.length, imports));
  };
  for (const name of names) {
    const { path, text, rest } = dialects[name]!;
    for (const [place, content] of Object.entries(rest(parts))) both(place, content);
    for (let part = 0; part < parts; part++) {
      for (let file = 0; file < filesPerFolder; file++) {
        const imports = Array.from({ length: 1 + below(4) }, () => ({
          part: below(10) < 6 ? part : (part + 1 + below(3)) % parts,
          file: below(filesPerFolder),
        }));
        both(path(part, file), text({ part, file, imports, functions: 3 + below(25) }), imports);
      }
    }
  }
};

/** A TypeScript file of a size: cut off within its last function, which no reader of imports minds. */
const typescriptOf = (i: number, size: number, imports: Made['imports']): [path: string, text: string] => {
  const { path, text } = dialects.typescript!;
  const [part, file] = [Math.floor(i / filesPerFolder), i % filesPerFolder];
  const whole = text({ part, file, imports, functions: Math.ceil(size / 155) + 1 });
  return [path(part, file), whole.slice(0, size)];
};
