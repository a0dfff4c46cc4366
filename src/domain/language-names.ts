/** What files are written in, by ending. Languages whose imports are read bring their own endings, which go first. */
const byLanguage: Readonly<Record<string, string>> = {
  markdown: '.md .markdown .mdx .mdown',
  text: '.txt .text .log',
  restructuredtext: '.rst',
  asciidoc: '.adoc .asciidoc',
  tex: '.tex .sty .bib',
  json: '.json .json5 .jsonc .jsonl .ndjson .geojson .webmanifest .ipynb',
  yaml: '.yaml .yml',
  toml: '.toml',
  ini: '.ini .cfg .conf .properties .editorconfig .npmrc .env .gitconfig .gitmodules .desktop .service',
  xml: '.xml .xsd .xsl .xslt .svg .plist .csproj .vbproj .fsproj .props .targets .resx .xaml .wsdl .rss .xib .storyboard',
  csv: '.csv .tsv',
  html: '.html .htm .xhtml .ejs .hbs .handlebars .mustache .njk .jinja .jinja2 .j2 .twig .liquid .erb',
  css: '.css',
  scss: '.scss .sass',
  less: '.less .styl',
  javascript: '.js .mjs .cjs .jsx',
  typescript: '.ts .mts .cts .tsx',
  vue: '.vue',
  svelte: '.svelte',
  astro: '.astro',
  python: '.py .pyi',
  cython: '.pyx .pxd',
  go: '.go',
  c: '.c .h',
  cpp: '.cc .cpp .cxx .hh .hpp .hxx .inl .ipp .tcc',
  'objective-c': '.m .mm',
  rust: '.rs',
  zig: '.zig',
  java: '.java',
  kotlin: '.kt .kts',
  scala: '.scala .sc .sbt',
  groovy: '.groovy .gradle',
  clojure: '.clj .cljs .cljc .edn',
  csharp: '.cs .csx .cshtml .razor',
  fsharp: '.fs .fsi .fsx',
  visualbasic: '.vb',
  swift: '.swift',
  dart: '.dart',
  ruby: '.rb .rake .gemspec .ru',
  php: '.php .phtml',
  perl: '.pl .pm .t',
  tcl: '.tcl',
  lua: '.lua',
  r: '.r .rmd',
  julia: '.jl',
  haskell: '.hs .lhs .cabal',
  ocaml: '.ml .mli',
  elixir: '.ex .exs .heex .eex',
  erlang: '.erl .hrl',
  elm: '.elm',
  lisp: '.lisp .lsp .el .scm .rkt',
  nim: '.nim',
  crystal: '.cr',
  d: '.d',
  fortran: '.f .f90 .f95 .for',
  pascal: '.pas .dpr',
  ada: '.adb .ads',
  assembly: '.s .asm',
  solidity: '.sol',
  shell: '.sh .bash .zsh .fish .ksh .bats .bashrc .zshrc .profile',
  powershell: '.ps1 .psm1 .psd1',
  batch: '.bat .cmd',
  sql: '.sql',
  graphql: '.graphql .gql',
  protobuf: '.proto',
  thrift: '.thrift',
  prisma: '.prisma',
  terraform: '.tf .tfvars .hcl',
  nix: '.nix',
  make: '.mk .mak',
  cmake: '.cmake',
  starlark: '.bzl .bazel .star',
  meson: '.meson',
  autoconf: '.ac .am .m4',
  docker: '.dockerfile',
  gherkin: '.feature',
  glsl: '.glsl .vert .frag .hlsl .wgsl',
  cuda: '.cu .cuh',
  verilog: '.v .sv .svh .vhd .vhdl',
  vim: '.vim .vimrc',
  awk: '.awk',
  diff: '.diff .patch',
  ignore: '.gitignore .dockerignore .npmignore .eslintignore .prettierignore .gitattributes .ignore',
};

/** Whole names that say more than their ending, or have none. */
const byName: Readonly<Record<string, string>> = {
  make: 'Makefile GNUmakefile makefile BSDmakefile',
  cmake: 'CMakeLists.txt',
  docker: 'Dockerfile Containerfile',
  starlark: 'BUILD WORKSPACE Tiltfile',
  meson: 'meson.build meson_options.txt',
  ruby: 'Rakefile Gemfile Guardfile Vagrantfile Podfile Brewfile Fastfile',
  groovy: 'Jenkinsfile',
  shell: 'configure gradlew mvnw PKGBUILD',
  go: 'go.mod go.work',
  text: 'LICENSE LICENCE COPYING NOTICE AUTHORS CONTRIBUTORS CODEOWNERS README CHANGELOG VERSION requirements.txt',
  toml: 'Pipfile',
  json: '.babelrc .eslintrc .prettierrc .swcrc',
};

/** What people write that is no program: files that import nothing, whoever reads them. */
const notCode: ReadonlySet<string> = new Set(
  (
    'markdown text restructuredtext asciidoc tex json yaml toml ini xml csv html css scss less sql graphql make cmake ' +
    'meson autoconf starlark docker gherkin diff ignore nix terraform other'
  ).split(' '),
);

/** Whether files of a language are code, which imports other code. */
export const isCode = (language: string): boolean => !notCode.has(language);

const turn = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)));

export const languageByEnding = turn(byLanguage);
export const languageByName = turn(byName);

/** The language of a file by its name alone, as inventories have it: `other` where nothing is known of its ending. */
export const languageOfPath = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const ending = dot < 0 ? '' : name.slice(dot);
  return (
    languageByName.get(name) ?? languageByEnding.get(ending) ?? languageByEnding.get(ending.toLowerCase()) ?? 'other'
  );
};
