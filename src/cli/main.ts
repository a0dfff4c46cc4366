#!/usr/bin/env node
import { isatty } from 'node:tty';
import { surveyTask } from '../engine/survey.js';
import { run } from './command-line.js';
import { loadEngine } from './engine.js';
import { isForeground } from './foreground.js';
import { terminalKeyboard } from './keyboard.js';
import { settingsEnvironment } from './settings-environment.js';
import type { Interrupt, Keyboard } from './world.js';

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies Interrupt[];

const onInterrupt = (listener: (signal: Interrupt) => void): (() => void) => {
  const listeners = interrupts.map((signal) => [signal, () => listener(signal)] as const);
  for (const [signal, told] of listeners) process.on(signal, told);
  return () => {
    for (const [signal, told] of listeners) process.off(signal, told);
  };
};

/** An input that is no terminal is left alone altogether. */
const keyboard = (): Keyboard | undefined =>
  isatty(0) ? terminalKeyboard({ stdin: process.stdin, system: process, isForeground }) : undefined;

const every = (ms: number, tick: () => void): (() => void) => {
  // A run keeps the process alive, not the picture of it.
  const timer = setInterval(tick, ms).unref();
  return () => clearInterval(timer);
};

// A reader that went away (`subplan plan | head`) is told of twice: here, and to the writer, who acts on it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// A configuration or a task in it that never finishes, or ends the process, would otherwise end this without a word.
let isDone = false;
process.once('exit', () => {
  if (isDone) return;
  process.stderr.write(
    'subplan: ended before it was done: subplan.config.* (or a task in it), or a score, never finished or ended the process.\n',
  );
  process.stderr.write('Correct it; --no-config leaves a configuration away.\n');
  process.exitCode = 2;
});

const code = await run({
  argv: process.argv.slice(2),
  stdout: process.stdout,
  stderr: process.stderr,
  keyboard: keyboard(),
  env: settingsEnvironment(process.env),
  cwd: process.cwd(),
  now: () => performance.now(),
  onInterrupt,
  every,
  load: loadEngine,
  surveyTask,
});
isDone = true;
// All is written by now. What is still under way after an interrupt (a configuration that never loads) is not waited for.
if (code > 128) process.exit(code);
process.exitCode = code;
