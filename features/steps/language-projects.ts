/** The files of a project, by path. */
export type Texts = Readonly<Record<string, string>>;

const each = 16;

/** A file of one of two features, and the two others of its feature that it needs. */
interface Made {
  readonly n: number;
  readonly needs: readonly number[];
}

const numbers = Array.from({ length: each }, (_, n) => n);
const made: readonly Made[] = numbers.map((n) => ({ n, needs: [(n + 2) % each, (n + 4) % each] }));

/** Even numbers are one feature and odd ones the other; both stand in both folders. */
export const featureOf = (path: string): number => Number(/(\d+)\.\w+$/.exec(path)?.[1]) % 2;
const folder = (n: number): string => (n % 4 < 2 ? 'p' : 'q');

const project = (path: (n: number) => string, text: (made: Made) => string, more: Texts = {}): Texts => ({
  ...Object.fromEntries(made.map((one) => [path(one.n), text(one)])),
  ...more,
});
const lines = (values: readonly number[], line: (n: number) => string): string =>
  values.map((n) => `${line(n)}\n`).join('');
const moduleLines = (of: string): string =>
  lines(
    numbers.filter((n) => folder(n) === of),
    (n) => `pub mod f${n};`,
  );

const crate: Texts = {
  'Cargo.toml': '[package]\nname = "made"\nversion = "0.1.0"\n',
  'src/lib.rs': 'pub mod p;\npub mod q;\n',
  'src/p/mod.rs': moduleLines('p'),
  'src/q/mod.rs': moduleLines('q'),
};
const javaPath = (n: number): string => `src/main/java/made/${folder(n)}/File${n}.java`;
const kotlinPath = (n: number): string => `src/main/kotlin/made/${folder(n)}/File${n}.kt`;
const composer: Texts = { 'composer.json': '{ "autoload": { "psr-4": { "Made\\\\": "src/" } } }' };

/** The same project in each language, by what ties its files. */
export const languageProjects: Readonly<Record<string, () => Texts>> = {
  'TypeScript by relative imports': () =>
    project(
      (n) => `src/${folder(n)}/f${n}.ts`,
      ({ n, needs }) =>
        `${lines(needs, (to) => `import { f${to} } from '../${folder(to)}/f${to}.js';`)}export const f${n} = 1;\n`,
    ),
  'Python by absolute imports': () =>
    project(
      (n) => `made/${folder(n)}/f${n}.py`,
      ({ needs }) => lines(needs, (to) => `from made.${folder(to)}.f${to} import run`),
      { 'made/__init__.py': '', 'made/p/__init__.py': '', 'made/q/__init__.py': '' },
    ),
  'C by quoted includes': () =>
    project(
      (n) => `src/${folder(n)}/f${n}.h`,
      ({ needs }) => lines(needs, (to) => `#include "../${folder(to)}/f${to}.h"`),
    ),
  "Rust by use of the crate's modules": () =>
    project(
      (n) => `src/${folder(n)}/f${n}.rs`,
      ({ n, needs }) => `${lines(needs, (to) => `use crate::${folder(to)}::f${to}::Item${to};`)}pub struct Item${n};\n`,
      crate,
    ),
  'Rust by paths without use': () =>
    project(
      (n) => `src/${folder(n)}/f${n}.rs`,
      ({ n, needs }) =>
        `pub fn run${n}() {\n${lines(needs, (to) => `    crate::${folder(to)}::f${to}::run${to}();`)}}\n`,
      crate,
    ),
  'Java by imports of classes': () =>
    project(
      javaPath,
      ({ n, needs }) =>
        `package made.${folder(n)};\n${lines(needs, (to) => `import made.${folder(to)}.File${to};`)}public class File${n} {}\n`,
    ),
  'Java by static imports': () =>
    project(
      javaPath,
      ({ n, needs }) =>
        `package made.${folder(n)};\n${lines(needs, (to) => `import static made.${folder(to)}.File${to}.run;`)}public class File${n} { static void run() {} }\n`,
    ),
  'Java by classes of the same package': () =>
    project(
      (n) => `src/${n % 4 < 2 ? 'main' : 'test'}/java/made/File${n}.java`,
      ({ n, needs }) =>
        `package made;\npublic class File${n} {\n${lines(needs, (to) => `    private final File${to} f${to} = new File${to}();`)}}\n`,
    ),
  'Kotlin by imports of functions': () =>
    project(
      kotlinPath,
      ({ n, needs }) =>
        `package made.${folder(n)}\n${lines(needs, (to) => `import made.${folder(to)}.run${to}`)}fun run${n}() = ${needs.map((to) => `run${to}()`).join(' + ')}\n`,
    ),
  'Kotlin by imports with wildcards': () =>
    project(
      kotlinPath,
      ({ n, needs }) =>
        `package made.${folder(n)}\nimport made.p.*\nimport made.q.*\nclass File${n} {\n${lines(needs, (to) => `    val f${to} = File${to}()`)}}\n`,
    ),
  'C# by using of namespaces': () =>
    project(
      (n) => `${folder(n)}/File${n}.cs`,
      ({ n, needs }) =>
        `using System;\nusing Made.P;\nusing Made.Q;\n\nnamespace Made.${folder(n).toUpperCase()}\n{\n    public class File${n}\n    {\n${lines(needs, (to) => `        private File${to} f${to} = new File${to}();`)}    }\n}\n`,
    ),
  'C# by types of the same namespace': () =>
    project(
      (n) => `${folder(n)}/File${n}.cs`,
      ({ n, needs }) =>
        `namespace Made;\n\npublic record File${n}(${needs.map((to) => `File${to} F${to}`).join(', ')});\n`,
    ),
  'Ruby by require from lib': () =>
    project(
      (n) => `lib/made/${folder(n)}/f${n}.rb`,
      ({ needs }) => lines(needs, (to) => `require 'made/${folder(to)}/f${to}'`),
    ),
  'Ruby by require_relative': () =>
    project(
      (n) => `lib/made/${folder(n)}/f${n}.rb`,
      ({ needs }) => lines(needs, (to) => `require_relative "../${folder(to)}/f${to}"`),
    ),
  'Ruby by constants, loaded by convention': () =>
    project(
      (n) => `app/${folder(n) === 'p' ? 'models' : 'services'}/file${n}.rb`,
      ({ n, needs }) => `class File${n}\n  def run\n${lines(needs, (to) => `    File${to}.new.run`)}  end\nend\n`,
    ),
  'PHP by use of classes by PSR-4': () =>
    project(
      (n) => `src/${folder(n).toUpperCase()}/File${n}.php`,
      ({ n, needs }) =>
        `<?php\n\nnamespace Made\\${folder(n).toUpperCase()};\n\n${lines(needs, (to) => `use Made\\${folder(to).toUpperCase()}\\File${to};`)}\nclass File${n} {}\n`,
      composer,
    ),
  'PHP by require of files': () =>
    project(
      (n) => `src/${folder(n)}/f${n}.php`,
      ({ needs }) => `<?php\n${lines(needs, (to) => `require_once __DIR__ . '/../${folder(to)}/f${to}.php';`)}`,
    ),
  'PHP by classes of the same namespace': () =>
    project(
      (n) => `${folder(n)}/File${n}.php`,
      ({ n, needs }) =>
        `<?php\nnamespace Made;\n\nclass File${n}\n{\n    function run(): void\n    {\n${lines(needs, (to) => `        (new File${to}())->run();`)}    }\n}\n`,
    ),
};

export const javaAndKotlin: Texts = {
  'src/main/java/made/a/Reader.java':
    'package made.a;\nimport made.b.Writer;\npublic class Reader { Writer writer; }\n',
  'src/main/kotlin/made/b/Writer.kt':
    'package made.b\nimport made.a.Reader\nclass Writer { val reader: Reader? = null }\n',
};

export const workspace: Texts = {
  'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
  'crates/base/Cargo.toml': '[package]\nname = "made-base"\nversion = "0.1.0"\n',
  'crates/base/src/lib.rs': 'pub struct Base;\n',
  'crates/top/Cargo.toml':
    '[package]\nname = "made-top"\nversion = "0.1.0"\n\n[dependencies]\nmade-base = { path = "../base" }\n',
  'crates/top/src/main.rs': 'use made_base::Base;\n\nfn main() {\n    let _ = Base;\n}\n',
};

export const swift: Texts = {
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`Sources/App/File${n}.swift`, `import Foundation\nstruct File${n} {}\n`]),
  ),
  'tool.ts': 'export const tool = 1;\n',
};
