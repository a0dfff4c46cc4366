import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Specifier } from '../../src/domain/specifier.js';
import type { Language } from '../../src/languages/language.js';
import { createIntern } from '../../src/scan/intern.js';
import type { ScanProgress } from '../../src/scan/scan.js';
import { detachText } from '../../src/util/detach-text.js';
import { folderOf } from '../test-folder.js';
import { pathsOf, scanIt } from './project.js';

const lines: Language = {
  endings: { '.toy': 'toy', '.h': 'c' },
  read: (text, _path, declare) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        declare?.(line);
        return { text: line, kind: 'import' };
      }),
  resolver: () => () => 'external',
};

const known = { endings: lines.endings, load: async () => lines };

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}.toy`, `x${at}`]));

describe('a file that is read', () => {
  it('has its size, tokens, language, what it imports and what it declares', async () => {
    const counted: unknown[] = [];
    const root = folderOf({ 'a.toy': './b\nreact\n', 'b.h': 'é', 'c.toy': '\ufeffreact' });
    const { files } = await scanIt(root, {
      languages: [known],
      countTokens: (...words) => counted.push(words),
    });
    expect(counted).toEqual([
      ['./b\nreact\n', 'toy', 10],
      ['é', 'c', 2],
      ['react', 'toy', 8],
    ]);
    expect(files).toEqual([
      {
        path: 'a.toy',
        bytes: 10,
        tokens: 1,
        language: 'toy',
        specifiers: [
          { text: './b', kind: 'import' },
          { text: 'react', kind: 'import' },
        ],
        declares: ['./b', 'react'],
      },
      { path: 'b.h', bytes: 2, tokens: 2, language: 'c', specifiers: [{ text: 'é', kind: 'import' }], declares: ['é'] },
      {
        path: 'c.toy',
        bytes: 8,
        tokens: 3,
        language: 'toy',
        specifiers: [{ text: 'react', kind: 'import' }],
        declares: ['react'],
      },
    ]);
    expect(files[2].specifiers[0]).toBe(files[0].specifiers[1]);
  });

  it('has the language its ending or its name tells', async () => {
    const named = {
      Makefile: 'make',
      'CMakeLists.txt': 'cmake',
      'a.RS': 'rust',
      'b.txt': 'text',
      'c.unknown': 'other',
      d: 'other',
      '.gitignore': 'ignore',
      'x.d/e': 'other',
      'f.toy': 'toy',
    };
    const { files } = await scanIt(folderOf(Object.fromEntries(Object.keys(named).map((name) => [name, '']))), {
      languages: [known],
    });
    expect(Object.fromEntries(files.map(({ path, language }) => [path, language]))).toEqual(named);
  });

  it('is read whole, whatever its size and that of the file before', async () => {
    const sizes = [0, 1, 65_535, 65_536, 65_537, 65_538, 200_000, 10, 131_075];
    const root = folderOf(Object.fromEntries(sizes.map((size, at) => [`f${at}`, 'x'.repeat(size)])));
    const { files } = await scanIt(root, { countTokens: (text) => text.length });
    expect(files.map(({ bytes, tokens }) => [bytes, tokens])).toEqual(sizes.map((size) => [size, size]));
  });
});

describe('progress and abort', () => {
  it('progress is told by count: listing first, then reading up to the total', async () => {
    const told: ScanProgress[] = [];
    await scanIt(folderOf(many(600)), { onProgress: (progress) => told.push(progress) });
    const reading = told.filter(({ phase }) => phase === 'reading');
    expect(reading.map(({ done }) => done)).toEqual([0, 256, 512, 600]);
    expect(new Set(reading.map(({ total }) => total))).toEqual(new Set([600]));
  });

  it('progress of a long listing is told while it goes on', async () => {
    const told: ScanProgress[] = [];
    const files = Object.fromEntries(Array.from({ length: 4_500 }, (_, at) => [`d${at % 9}/${at}`, '']));
    await scanIt(folderOf(files), { include: ['none'], onProgress: (progress) => told.push(progress) });
    expect(told.filter(({ phase, done }) => phase === 'listing' && done > 0 && done < 4_500).length).toBeGreaterThan(0);
  });

  it('an abort ends the scan with its reason, before it begins or in the middle', async () => {
    const root = folderOf(many(600));
    await expect(scanIt(root, { signal: AbortSignal.abort('before') })).rejects.toBe('before');
    for (const phase of ['listing', 'reading']) {
      const controller = new AbortController();
      let read = 0;
      const scanning = scanIt(root, {
        signal: controller.signal,
        countTokens: () => ++read,
        onProgress: (progress) => {
          if (phase === 'listing' || progress.done === 256) controller.abort(phase);
        },
      });
      await expect(scanning).rejects.toBe(phase);
      expect(read).toBe(phase === 'listing' ? 0 : 256);
    }
  });

  it('others have their turn while files are read', async () => {
    let turns = 0;
    let scanning = true;
    const count = () => {
      turns++;
      if (scanning) setImmediate(count);
    };
    setImmediate(count);
    let during = 0;
    await scanIt(folderOf(many(1_024)), {
      onProgress: ({ phase, done }) => {
        if (phase === 'reading' && done === 0) during = turns;
      },
    });
    scanning = false;
    expect(turns - during).toBeGreaterThanOrEqual(4);
  });
});

describe('specifiers', () => {
  it('keep nothing of the text they were cut from', async () => {
    const { setFlagsFromString } = await import('node:v8');
    const { runInNewContext } = await import('node:vm');
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const intern = createIntern();
    const kept: (readonly Specifier[])[] = [];
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 200; at++) {
      const text = Buffer.alloc(200_000, `./a/rather/long/specifier/${at}\n`).toString();
      kept.push(intern.specifiers([{ text: text.slice(0, 30), kind: 'import', names: [text.slice(2, 28)] }]));
    }
    collect();
    expect(kept).toHaveLength(200);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  });

  it('say the same after being shared, whatever they say', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
    );
    const specifier = fc.record(
      { text, kind: fc.constantFrom('import', 'type', 'require'), names: fc.array(text) },
      { requiredKeys: ['text', 'kind'] },
    ) as fc.Arbitrary<Specifier>;
    const intern = createIntern();
    fc.assert(
      fc.property(fc.array(specifier), (specifiers) => {
        expect(intern.specifiers(specifiers)).toEqual(specifiers);
        const again = intern.specifiers(structuredClone(specifiers));
        for (const [at, one] of intern.specifiers(specifiers).entries()) expect(one).toBe(again[at]);
      }),
    );
    fc.assert(fc.property(text, (one) => detachText(one) === one));
  });
});

it('a file deleted between listing and reading is not there', async () => {
  const root = folderOf({ a: '', b: '' });
  const inventory = await scanIt(root, {
    onProgress: ({ phase }) => {
      if (phase === 'reading') rmSync(join(root, 'b'), { force: true });
    },
  });
  expect(pathsOf(inventory)).toEqual(['a']);
  expect(inventory.leftOut).toEqual([]);
});
