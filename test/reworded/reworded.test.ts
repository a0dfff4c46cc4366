import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { compareText } from '../../src/util/compare.js';
import { sharedFolderOf } from '../test-folder.js';
import { reword, rewordProgram } from './reword.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const perform = fileURLToPath(new URL('fixtures/perform.mjs', import.meta.url));

interface Told {
  readonly code?: number;
  readonly out?: string;
  readonly err?: string;
  readonly failure?: string;
  readonly problems?: readonly string[];
  readonly text?: readonly string[];
}

interface Result {
  readonly cwd: string;
  readonly told: readonly Told[];
  readonly files: readonly string[];
  readonly report: unknown;
  readonly ledger: unknown;
}

const performed = async (program: string): Promise<Readonly<Record<string, Result>>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [perform, program], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
};

/** What differs from run to run, whatever it says. */
const varying =
  /^(?:at|ms|.*At|.*Ms|pid|host|since|until|mean|took|stack|version|wallMs|busyMs|identity|fingerprint|hash|seconds|ledger|root)$/;

/** Data without its texts: codes, names and numbers stay. */
const withoutText = (value: unknown): unknown => {
  if (typeof value === 'string') return /^[\w.@/[\]-]*$/.test(value) && !/^\w{8}-\w{8}$/.test(value) ? value : '(text)';
  if (Array.isArray(value)) return value.map(withoutText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, varying.test(name) ? '(varies)' : withoutText(inner)]),
  );
};

/** What a command printed for programs, without its texts; of what is for people, only whether there is any. */
const printed = (out = ''): unknown => {
  if (!/^[{[]/.test(out)) return out === '' ? '' : '(text)';
  try {
    return withoutText(JSON.parse(out));
  } catch {
    const events: { readonly id?: string }[] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    // Which of two nodes comes first differs from run to run; what happens to each of them does not.
    return events.sort((a, b) => compareText(a.id ?? '', b.id ?? '')).map(withoutText);
  }
};

/** The flags that are named to people: from data, or in texts of the command line itself. */
const flagsIn = (text = ''): string[] => [...new Set(text.match(/--[a-z][a-z-]+/g))].sort();

const decided = ({ told, files, report, ledger }: Result): unknown => ({
  told: told.map(({ code, out, err, failure, problems }) => {
    return { code, out: printed(out), flags: [flagsIn(out), flagsIn(err)], failure, problems };
  }),
  ...{ files, report: withoutText(report), ledger: withoutText(ledger) },
});

describe('a module with other words', () => {
  test('has them in every text that it says, and in nothing else', () => {
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is code, as text
    const code = [
      "import { a } from 'node:fs';",
      "const code = 'invalid-options';",
      "fail({ message: 'it went wrong', nextStep: say`Raise ${option('maxTokens')} a little.\\n` });",
      "const statement = 'SELECT one FROM runs';",
      "if (message.includes('went wrong') || message === 'it went wrong') stop(`${a} ended by itself`);",
    ].join('\n');
    expect(reword(code).text).toBe(
      [
        "import { a } from 'node:fs';",
        "const code = 'invalid-options';",
        "fail({ message: 'vg jrag jebat', nextStep: say`Envfr ${option('maxTokens')} n yvggyr.\\n` });",
        "const statement = 'SELECT one FROM runs';",
        "if (message.includes('went wrong') || message === 'it went wrong') stop(`${a} raqrq ol vgfrys`);",
      ].join('\n'),
    );
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is code, as text
  });
});

describe('when every message is reworded', () => {
  let [said, reworded]: Readonly<Record<string, Result>>[] = [];
  const other = sharedFolderOf();
  let pieces = 0;

  beforeAll(async () => {
    pieces = rewordProgram(root, other);
    [said, reworded] = [await performed(root), await performed(other)];
  }, 300_000);

  test('all of the program that speaks is', () => {
    expect(pieces).toBeGreaterThan(1000);
  });

  test('every exit code, decision, file, field of JSON and flag that is named is the same', () => {
    expect(Object.keys(reworded)).toEqual(Object.keys(said));
    for (const [name, result] of Object.entries(said)) {
      expect({ [name]: decided(reworded[name]) }).toEqual({ [name]: decided(result) });
    }
  });

  test('the text of every refusal differs', () => {
    for (const [name, { told }] of Object.entries(said)) {
      told.forEach(({ code, err, failure, text }, i) => {
        if (code === 2) expect([name, i, reworded[name].told[i].err]).not.toEqual([name, i, err]);
        if (failure !== undefined) expect([name, i, reworded[name].told[i].text]).not.toEqual([name, i, text]);
      });
    }
  });

  test('scenarios come to what they are meant to', () => {
    const codes = Object.fromEntries(
      Object.entries(said).map(([name, { told }]) => [
        name,
        told.map(({ code, failure }) => code ?? failure ?? '-').join(' '),
      ]),
    );
    expect(codes).toMatchInlineSnapshot(`
      {
        "a budget is spent": "3 0",
        "a configuration is wrong": "2 2",
        "a leaf fails, and it alone is run again": "1 - 1 0",
        "a leaf fails, and the run goes on": "1 0 - 0 0",
        "a ledger that is none": "2 2 2",
        "a service asks to wait": "0",
        "a task without a name": "2 1 2",
        "an attempt takes too long": "1",
        "an experiment goes on": "0 2 0 2 0",
        "attempts are made again, or not": "1",
        "commands fail": "1 1 1 1",
        "flags are wrong": "2 2 2 2 2 2 2 2 2 2 2 2",
        "going on is refused": "1 2 2 2 2 2 resume-refused 2",
        "no project": "2 2 2 2 2",
        "no value is accepted": "1 2",
        "nobody says what was spent": "0",
        "plans": "0 0 - 2 2",
        "the file of an experiment is wrong": "2 2 2 2 2",
        "the library refuses": "invalid-options invalid-options invalid-options run-not-found plan-not-found root-not-found",
        "values are taken over": "1 - 0",
      }
    `);
  });
});
