import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RunReport } from '../../dist/index.js';
import { makeFolder } from '../temporary-folder.js';

export const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

export const talliedTask = fixture('tallied.mjs');

const branch = (label: string, children: readonly unknown[]) => ({ label, split: { by: 'packing' }, children });

/** A project of its own with a plan of so many leaves, ten below each branch, and more branches above those. */
export const plannedFolder = (leaves: number): string => {
  const root = makeFolder();
  const files = Array.from({ length: leaves }, (_, i) => ({
    ...{ path: `f${String(i).padStart(4, '0')}.ts`, bytes: 1, tokens: 1 + (i % 7), language: 'typescript' },
  }));
  for (const { path } of files) writeFileSync(join(root, path), path);
  let level: unknown[] = files.map(({ path }) => ({ label: path, reason: 'max-depth', files: [path] }));
  for (let depth = 0; level.length > 1; depth++) {
    level = Array.from({ length: Math.ceil(level.length / 10) }, (_, i) => {
      const children = level.slice(i * 10, (i + 1) * 10);
      return children.length === 1 ? children[0] : branch(`branch ${depth}.${i}`, children);
    });
  }
  const plan = {
    ...{ format: 'subplan/plan', version: 1, kind: 'project', seed: 1, leftOut: [], notes: [], ties: [], files },
    bounds: { minFiles: 1, maxDepth: 8, maxChildren: 10 },
    strategy: { asked: 'auto', used: 'packing', why: '' },
    imports: { resolved: 0, external: 0, leftOut: 0, missing: 0 },
    tree: level[0],
  };
  writeFileSync(join(root, 'plan.json'), JSON.stringify(plan));
  writeFileSync(join(root, 'trace.txt'), '');
  return root;
};

export interface SessionEnd {
  readonly runId: string | undefined;
  /** Leaves whose outcome was told. */
  readonly told: readonly string[];
  /** Undefined where it was killed, or refused. */
  readonly report: RunReport | undefined;
  readonly failure: { readonly code: string; readonly message: string } | undefined;
  readonly signal: NodeJS.Signals | null;
}

export interface SessionOptions {
  readonly root: string;
  readonly options: object;
  /** Kills itself at this operation of its ledger. */
  readonly cutAt?: number;
  /** Names the session in the trace. */
  readonly name?: string;
  /** Kills it when so many outcomes were told. */
  readonly killAfter?: number;
  readonly onSpawn?: (child: ChildProcess) => void;
  readonly onLine?: (line: string, child: ChildProcess) => void;
}

/** Runs a session in a process of its own, until it ends or is killed. */
export const session = async (asked: SessionOptions): Promise<SessionEnd> => {
  const { root, options, name = '', killAfter, cutAt, onSpawn, onLine } = asked;
  // A few more may end than are waited for, and reach the disk or not.
  const held = killAfter === undefined ? {} : { SUBPLAN_TEST_HOLD: String(killAfter + 4) };
  const text = JSON.stringify(options);
  const words =
    cutAt === undefined ? [fixture('run-child.mjs'), root, text] : [fixture('cut-child.mjs'), root, `${cutAt}`, text];
  const child = spawn(process.execPath, words, {
    env: { ...process.env, SUBPLAN_TEST_SESSION: name, ...held },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onSpawn?.(child);
  const closed = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_, signal) => resolve(signal)));
  const told: string[] = [];
  let runId: string | undefined;
  let report: RunReport | undefined;
  let failure: SessionEnd['failure'];
  for await (const line of createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })) {
    const at = line.indexOf(' ');
    const [word, rest] = [line.slice(0, at), line.slice(at + 1)];
    if (word === 'begun') runId = rest;
    if (word === 'settled') told.push(rest);
    if (word === 'report') report = JSON.parse(rest);
    if (word === 'failure') failure = JSON.parse(rest);
    onLine?.(line, child);
    if (word === 'settled' && told.length === killAfter) child.kill('SIGKILL');
  }
  return { runId, told, report, failure, signal: await closed };
};

/** Which leaves ran in which session, by the trace that they left. */
export const traceOf = (root: string): { readonly session: string; readonly leaf: string }[] =>
  readFileSync(join(root, 'trace.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name, leaf] = line.split(' ');
      return { session: name, leaf };
    });

/** What a report says, but for times, ids of runs, and how many sessions it took. */
export const essenceOf = ({ status, leaves, branches, root, failures, usage }: RunReport) => {
  const plain = (entry: RunReport['root']) => {
    const { id, label, depth, kind, outcome, value, attempts, origin, failure } = entry;
    const coverage = entry.kind === 'branch' ? entry.coverage : undefined;
    return { id, label, depth, kind, outcome, value, attempts, origin, failure, coverage };
  };
  return { status, leaves: leaves.map(plain), branches: branches.map(plain), root: plain(root), failures, usage };
};
