import { tmpdir } from 'node:os';
import { run } from '../../src/cli/command-line.js';
import { type Engine, type LoadEngine, loadEngine } from '../../src/cli/engine.js';
import type { Interrupt, Keyboard, World } from '../../src/cli/world.js';
import { surveyTask } from '../../src/engine/survey.js';

type GivenEngine = Partial<Engine> & Partial<Pick<World, 'surveyTask'>>;

/** The engine that the command line is handed when it is started by hand, but for what is put in place of its parts. */
export const engineWith = (given: GivenEngine = {}, real: LoadEngine = loadEngine) => ({
  load: (async (name) => given[name] ?? real(name)) as LoadEngine,
  surveyTask: given.surveyTask ?? surveyTask,
});

/** Files in groups that import each other, so that there is something to split. */
export const groups = (count: number, size = 6): Record<string, string> => {
  const files: Record<string, string> = {};
  for (let group = 0; group < count; group++) {
    for (let file = 0; file < size; file++) {
      const others = [(file + 1) % size, (file + 2) % size].map((other) => `import './f${other}.js';\n`);
      files[`g${group}/f${file}.ts`] =
        others.join('') + (file === 0 && group > 0 ? `import '../g${group - 1}/f0.js';\n` : '');
    }
  }
  return files;
};

/** Has a project split down to groups as above, however small they are. */
export const splitDown = ['--min-files', '5'];

export interface Trial {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdout?: { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };
  readonly stderr?: { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };
  readonly keyboard?: Keyboard;
  readonly engine?: GivenEngine;
  /** Called with a function that interrupts. */
  readonly onListening?: (interrupt: (signal: Interrupt) => void) => void;
  /** What writing to stdout fails with. */
  readonly stdoutError?: Error;
  readonly now?: () => number;
  /** Called with what is to be called every so often. */
  readonly onTimer?: (tick: () => void) => void;
  /** What writing to stderr fails with, where it does. */
  readonly stderrError?: (text: string) => Error | undefined;
  /** Told of all that is written to stderr. */
  readonly onErr?: (text: string) => void;
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly listeners: number;
  readonly timers: number;
}

/** The command line as it is built, whose threads can be started, within this process. */
export const builtCli = async (argv: readonly string[], trial: Trial = {}): Promise<Ran> => {
  const built = (path: string) => import(new URL(`../../dist/${path}.js`, import.meta.url).href);
  const { run: runBuilt } = (await built('cli/command-line')) as { run: typeof run };
  const engine = (await built('cli/engine')) as { loadEngine: LoadEngine };
  const survey = (await built('engine/survey')) as { surveyTask: URL };
  return ran(runBuilt, argv, { ...trial, engine: { ...survey, ...trial.engine } }, engine.loadEngine);
};

/** Runs a command line within this process. */
export const cli = (argv: readonly string[], trial: Trial = {}): Promise<Ran> => ran(run, argv, trial);

const ran = async (
  run: (world: World) => Promise<number>,
  argv: readonly string[],
  trial: Trial,
  real?: LoadEngine,
): Promise<Ran> => {
  let [out, err, listeners, timers] = ['', '', 0, 0];
  const code = await run({
    argv,
    stdout: {
      ...trial.stdout,
      write: (text, done) => {
        if (!trial.stdoutError) out += text;
        queueMicrotask(() => done?.(trial.stdoutError));
      },
    },
    stderr: {
      ...trial.stderr,
      write: (text, done) => {
        const error = trial.stderrError?.(text);
        if (!error) err += text;
        trial.onErr?.(text);
        queueMicrotask(() => done?.(error));
      },
    },
    keyboard: trial.keyboard,
    env: trial.env ?? {},
    cwd: trial.cwd ?? tmpdir(),
    now: trial.now ?? (() => performance.now()),
    onInterrupt: (listener) => {
      listeners++;
      trial.onListening?.(listener);
      let isOn = true;
      return () => {
        if (isOn) listeners--;
        isOn = false;
      };
    },
    every: (_, tick) => {
      timers++;
      trial.onTimer?.(tick);
      return () => {
        timers--;
      };
    },
    ...engineWith(trial.engine, real),
  });
  return { code, out, err, listeners, timers };
};
