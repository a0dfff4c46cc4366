import type { RedactedStream, Redactor } from '../../util/redact.js';
import type { CommandFacts } from './command-facts.js';
import { KeptText } from './kept-text.js';
import { type LineListener, Lines } from './lines.js';
import { openOutputFile, outputFile } from './output-files.js';
import type { SpawnListener } from './spawned.js';

/** More of a standard output goes to a file. */
const mostStdout = 1024 * 1024;
/** More of what it says besides goes to a file: its end is what matters. */
const mostStderr = 64 * 1024;

export interface Capturing {
  readonly facts: CommandFacts;
  readonly redact: Redactor;
  readonly part: string | undefined;
}

/** Both outputs of a command, without secrets. What it says on the second is told line by line while it runs. */
export class CapturedOutput implements SpawnListener {
  readonly #redact: Redactor;
  readonly #lines: Lines;
  // Most commands say little or nothing: what takes secrets out is made when something comes.
  #out: RedactedStream | undefined;
  #err: RedactedStream | undefined;
  readonly stdout: KeptText;
  readonly stderr: KeptText;
  /** Relative to the project's folder. */
  readonly stdoutFile: string;
  readonly stderrFile: string;

  constructor({ facts, redact, part }: Capturing, listener: LineListener) {
    const file = (ending: string): string => outputFile(facts, part === undefined ? ending : `${part}.${ending}`);
    const { project = facts.root } = facts;
    this.#redact = redact;
    this.#lines = new Lines(listener);
    this.stdoutFile = file('out');
    this.stderrFile = file('err');
    this.stdout = new KeptText({ most: mostStdout, open: () => openOutputFile(project, this.stdoutFile) });
    this.stderr = new KeptText({ most: mostStderr, open: () => openOutputFile(project, this.stderrFile) });
  }

  onStdout(text: string): void {
    this.#out ??= this.#redact.stream();
    this.stdout.push(this.#out.push(text));
  }

  onStderr(text: string): void {
    this.#err ??= this.#redact.stream();
    this.#hear(this.#err.push(text));
  }

  /** Nothing more comes. */
  end(): void {
    if (this.#out) this.stdout.push(this.#out.end());
    if (this.#err) this.#hear(this.#err.end());
    this.#lines.end();
    this.stdout.close();
    this.stderr.close();
  }

  /** Files that hold what is too long to keep at hand. */
  get kept(): string[] {
    return [
      ...(this.stdout.path === undefined ? [] : [this.stdoutFile]),
      ...(this.stderr.path === undefined ? [] : [this.stderrFile]),
    ];
  }

  #hear(text: string): void {
    this.stderr.push(text);
    this.#lines.push(text);
  }
}
