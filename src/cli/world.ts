import type { Decomposition } from '../engine/decomposition.js';
import type { LoadEngine } from './engine.js';

/** What the command line needs of a stream: process.stdout is one. */
export interface Output {
  write(text: string, done?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export type Interrupt = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The keyboard of a terminal. */
export interface Keyboard {
  /** From here on keys are not echoed and make no signals: what they send is told, as text, in pieces of any size. */
  listen(onText: (text: string) => void): Listening;
}

export interface Listening {
  /** Whether keys are told: not while the process is in the background. */
  isOn(): boolean;
  /** Gives the terminal back, sends the signal that the key stands for, and listens again where the process goes on. */
  pass(signal: 'SIGTSTP' | 'SIGQUIT'): void;
  /** Gives the terminal back, at once. */
  stop(): void;
}

/** The process as a value: what is handed in can be replaced in tests. */
export interface World {
  /** Without the names of node and the script. */
  readonly argv: readonly string[];
  readonly stdout: Output;
  readonly stderr: Output;
  /** Undefined where the input is no terminal. */
  readonly keyboard?: Keyboard | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  /** Calls back on Ctrl-C, on being asked to end, and when the terminal is closed; returns how to stop listening. */
  readonly onInterrupt: (listener: (signal: Interrupt) => void) => () => void;
  /** Calls back every so many milliseconds; returns how to stop that. */
  readonly every: (ms: number, tick: () => void) => () => void;
  /** Loads a part of the engine. */
  readonly load: LoadEngine;
  /** The module of the task that is run where none is named. */
  readonly surveyTask: URL;
}

export type Plan = Awaited<Decomposition>;
