import { readFileSync } from 'node:fs';
import type { CommandOutput, OutputFile } from '../../domain/command.js';
import { show } from '../../util/show.js';
import { jsonStopsAt } from './json-problem.js';
import type { KeptText } from './kept-text.js';

/** A longer output is not read as JSON. */
const mostJson = 64 * 1024 * 1024;
/** How much of a long output stands in its value. */
const shown = 2_000;

/** What the standard output of a command is, before a schema looks at it. */
export type ReadOutput =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly problem: string; readonly value?: undefined };

export const readOutput = (stdout: KeptText, output: CommandOutput, file: string): ReadOutput => {
  const { bytes, path, problem } = stdout;
  if (problem !== undefined) return { problem: `its standard output could not be kept in ${file} (${problem})` };
  if (output === 'text') {
    return { value: stdout.text === undefined ? outputFileOf(stdout, file) : stdout.text.replace(/\r?\n$/, '') };
  }
  if (bytes > mostJson) return { problem: `its standard output has ${bytes} bytes, more than are read as ${output}` };
  const text = stdout.text ?? readFileSync(path as string, 'utf8');
  return output === 'json' ? readJson(text) : readLines(text);
};

const outputFileOf = ({ bytes, start, end }: KeptText, file: string): OutputFile => ({
  file,
  bytes,
  start: start.slice(0, shown),
  end: end.slice(-shown),
});

const readJson = (text: string): ReadOutput => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    if (text.trim() === '') return { problem: 'its standard output is not JSON: it is empty' };
    const at = jsonStopsAt(text);
    const line = text.slice(0, at).split('\n').length;
    const where =
      at >= text.trimEnd().length ? `it stops too early, at position ${at}` : `see position ${at} (line ${line})`;
    return { problem: `its standard output is not JSON: ${where}; it begins with ${show(text)}` };
  }
};

const readLines = (text: string): ReadOutput => {
  const values: unknown[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      values.push(JSON.parse(line));
    } catch {
      const at = jsonStopsAt(line);
      return { problem: `line ${index + 1} of its standard output is not JSON, at position ${at}: ${show(line)}` };
    }
  }
  return { value: values };
};
