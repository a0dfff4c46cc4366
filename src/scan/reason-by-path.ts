import type { LeftOut, LeftOutReason } from '../domain/inventory.js';

/** Folders of code that others wrote. Judged from the root down: a root that stands in one of them is a project too. */
const vendoredFolders = new Set([
  ...['node_modules', 'bower_components', 'jspm_packages', '.yarn', '.pnpm-store'],
  ...['vendor', 'third_party', 'third-party', 'thirdparty', '3rdparty', 'Godeps'],
  ...['site-packages', 'dist-packages', '.venv', '.virtualenv', '__pypackages__', '.tox', '.nox', '.eggs'],
  ...['Pods', 'Carthage', 'elm-stuff', '.bundle', '.gradle'],
]);

const lockFiles = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb', 'deno.lock'],
  ...['poetry.lock', 'Pipfile.lock', 'uv.lock', 'pdm.lock', 'pixi.lock', 'conda-lock.yml'],
  ...['Cargo.lock', 'go.sum', 'go.work.sum', 'Gemfile.lock', 'composer.lock', 'mix.lock', 'pubspec.lock'],
  ...['Podfile.lock', 'Cartfile.resolved', 'Package.resolved', 'packages.lock.json', 'paket.lock', 'gradle.lockfile'],
  ...[
    'flake.lock',
    'Chart.lock',
    'cabal.project.freeze',
    'stack.yaml.lock',
    'MODULE.bazel.lock',
    '.terraform.lock.hcl',
  ],
]);

const binaryEndings = new Set(
  [
    ...['png jpg jpeg jpe gif bmp ico icns webp avif heic tif tiff psd xcf raw pdf ps ai sketch fig'],
    ...['zip gz tgz bz2 tbz2 xz txz zst lz4 7z rar tar jar war ear whl egg deb rpm apk ipa dmg iso cab msi nupkg'],
    ...['exe dll so dylib o obj a pyc pyo pyd class wasm node beam elc rlib pdb'],
    ...['woff woff2 ttf otf eot ttc mp3 mp4 m4a m4v wav ogg oga ogv flac aac avi mov mkv webm mpg mpeg wmv'],
    ...['doc docx xls xlsx ppt pptx odt ods odp sqlite sqlite3 parquet avro npy npz pkl pickle pt pth onnx h5 hdf5'],
  ]
    .join(' ')
    .split(' '),
);

const minifiedName = /[.-]min\.(?:[cm]?js|css|html?|json)$/i;

const generatedNames: readonly (readonly [pattern: RegExp, detail: string])[] = [
  [/\.(?:[cm]?[jt]sx?|css|scss|wasm)\.map$/, 'source map'],
  [/\.snap$/, 'snapshot of a test'],
  [/(?:\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.pyi?|\.pb\.gw\.go)$/, 'made from a protocol buffer'],
  [/\.(?:g|freezed)\.dart$|\.(?:g|designer)\.cs$/i, 'named as generated'],
];

/** Stands in every virtual environment of Python, whatever its folder is called; a folder `venv` may be a package. */
const environmentMark = '/pyvenv.cfg';

/** The folders that are virtual environments, told by a file among those listed. */
export const environmentFolders = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.filter((path) => path.endsWith(environmentMark)).map((path) => path.slice(0, -environmentMark.length)));

/** Finds what a path alone tells against a file. Knows the last folder, so paths are best asked in order. */
export const reasonsByPath = (
  keep: ReadonlySet<LeftOutReason>,
  environments: ReadonlySet<string> = new Set(),
): ((path: string) => LeftOut | undefined) => {
  let lastFolder = '';
  let vendored: string | undefined;

  const vendoredBy = (path: string, cut: number): string | undefined => {
    if (cut !== lastFolder.length || !path.startsWith(lastFolder)) {
      lastFolder = path.slice(0, cut);
      const names = lastFolder.split('/');
      const isVendored = (name: string, depth: number) =>
        vendoredFolders.has(name) || (environments.size > 0 && environments.has(names.slice(0, depth + 1).join('/')));
      vendored = names.find(isVendored);
    }
    return vendored;
  };

  return (path) => {
    const cut = path.lastIndexOf('/') + 1;
    const name = cut === 0 ? path : path.slice(cut);
    const say = (reason: LeftOutReason, detail: string): LeftOut | undefined =>
      keep.has(reason) ? undefined : { path, reason, detail };

    const folder = cut === 0 ? undefined : vendoredBy(path, cut);
    const ending = name.slice(name.lastIndexOf('.') + 1);
    return (
      (folder === undefined ? undefined : say('vendored', `in a folder ${folder}`)) ??
      (lockFiles.has(name) ? say('lock', 'lock file of a package manager') : undefined) ??
      (isBinaryEnding(ending) && ending.length < name.length ? say('binary', `ends in .${ending}`) : undefined) ??
      (minifiedName.test(name) ? say('minified', 'named as minified') : undefined) ??
      generatedBy(name, say)
    );
  };
};

const isBinaryEnding = (ending: string): boolean =>
  ending.length <= 7 && (binaryEndings.has(ending) || binaryEndings.has(ending.toLowerCase()));

const generatedBy = (
  name: string,
  say: (reason: LeftOutReason, detail: string) => LeftOut | undefined,
): LeftOut | undefined => {
  for (const [pattern, detail] of generatedNames) if (pattern.test(name)) return say('generated', detail);
  return undefined;
};
