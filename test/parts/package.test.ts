import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../temporary-folder.js';

const root = join(import.meta.dirname, '../..');

/** Every kind of file that is packed. A new one is a decision: is it for users, and does it work without the rest? */
const kinds: readonly RegExp[] = [
  /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  /^dist\/(?:[a-z-]+\/)*[a-z0-9-]+\.(?:js|d\.ts)$/,
  /^docs\/[a-z-]+\.md$/,
  /^docs\/decisions\/\d{4}-[a-z-]+\.md$/,
  /^docs\/examples\/(?:[a-z-]+\/)*[A-Za-z0-9-]+\.(?:mjs|md|yaml|json|jsonl|csv|sh|py)$/,
];

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

let packed: Packed;
let tarball: string;
let folder: string;
beforeAll(() => {
  folder = makeFolder({});
  // Without scripts: prepack would build dist/ anew, under the feet of the tests beside this one.
  const words = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
  [packed] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8' })) as Packed[];
  tarball = join(folder, packed.filename);
});
afterAll(() => removeFolder(folder));

const paths = () => packed.files.map(({ path }) => path);

it('only files of known kinds are packed: no build state, no source maps, no sources', () => {
  expect(paths().filter((path) => !kinds.some((kind) => kind.test(path)))).toEqual([]);
});

it('what the manifest and the readme point to is packed', () => {
  const { bin, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = [bin.subplan, ...Object.values(exports).flatMap((entry) => Object.values(Object(entry)))];
  for (const entry of entries.filter((one) => String(one).length > 1)) {
    expect(paths()).toContain(String(entry).replace(/^\.\//, ''));
  }
  const links = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)];
  expect(links.length).toBeGreaterThan(5);
  for (const [, link] of links) {
    expect(
      paths().some((path) => path === link || (link.endsWith('/') && path.startsWith(link))),
      link,
    ).toBe(true);
  }
});

it('the manifest suits what is packed: publint', async () => {
  const buffer = readFileSync(tarball);
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(buffer).buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg as never))).toEqual([]);
});

it('types are found wherever ES modules are: attw', async () => {
  const { problems } = (await checkPackage(createPackageFromTarballData(readFileSync(tarball)))) as {
    problems: readonly { readonly kind: string; readonly resolutionKind?: string }[];
  };
  // There is no CommonJS build: `require` and the resolution before `exports` are not supported.
  const served = problems.filter(({ resolutionKind }) => !/^node10$|-cjs$/.test(resolutionKind ?? ''));
  expect(served).toEqual([]);
});
