import type { CodeKind, CodeKinds } from './code-kinds.js';
import type { RecordedCode } from './recorded-code.js';

/** What versions recorded that did not say what kind of code settings have; 0.1.0 was the last. */
interface EarlierSettings {
  readonly task: RecordedCode;
  readonly rollUp: RecordedCode | undefined;
  readonly execute?: Readonly<Record<string, unknown>>;
}

/** The only place that tells kinds of code from how they were written down. */
export const earlierCodeKinds = ({ task, rollUp, execute }: EarlierSettings): CodeKinds => {
  const { accept, repair, select } = (execute?.sampling ?? {}) as Readonly<Record<string, unknown>>;
  const found = {
    task: task.kind === 'survey' ? 'module' : task.kind,
    rollUp: rollUp?.kind === 'survey' ? 'module' : rollUp?.kind,
    'sampling.accept': kindOf(accept),
    'sampling.repair': kindOf(repair),
    'sampling.select': kindOf(select) === 'function' ? 'function' : undefined,
  } satisfies { readonly [Name in keyof CodeKinds]: CodeKind | undefined };
  return Object.fromEntries(Object.entries(found).filter(([, kind]) => kind !== undefined)) as CodeKinds;
};

/** A function was written as `function NAME`, a task of `defineTask` as an object with such a `run`, a command with its `exec`. */
const kindOf = (written: unknown): CodeKind | undefined => {
  if (written === undefined || written === null) return undefined;
  if (typeof written === 'string') return written.startsWith('function ') ? 'function' : 'module';
  if (Object.hasOwn(written, 'exec')) return 'command';
  return Object.hasOwn(written, 'run') ? 'function' : 'module';
};
