import type { LeafPreview, RunPreview } from '../domain/run-preview.js';
import { shellQuoted } from '../util/shell-quoted.js';
import { dollars } from './budget-text.js';
import { count, some } from './numbers.js';
import type { Paint } from './paint.js';
import { visible } from './visible.js';

export interface DryRunOptions {
  readonly paint: Paint;
  /** Also what stands on standard input, whole. */
  readonly verbose: boolean;
}

/** Longer words, a prompt say, are cut unless all is asked for. */
const longestWord = 200;

/** What a run would do, leaf by leaf. */
export const drawDryRun = (
  { leaves, others, mostSamples, tokens, usd }: RunPreview,
  options: DryRunOptions,
): string[] => {
  const lines = leaves.flatMap((leaf) => leafLines(leaf, options));
  const once = `${some(leaves.length, 'leaf', 'leaves')}: about ${count(tokens)} tokens to read${costText(usd)}`;
  const most = usd === undefined ? undefined : usd * mostSamples;
  const samples = `; up to ${count(mostSamples)} times that, as each may be tried so often: ${count(tokens * mostSamples)} tokens${costText(most)}`;
  const besides = others.map(({ what, command }) => `${what} ${visible(command)}`);
  return [...lines, ...besides, options.paint('bold', `nothing was run: ${once}${mostSamples > 1 ? samples : ''}`)];
};

const costText = (usd: number | undefined): string => (usd === undefined ? '' : `, about ${dollars(usd)}`);

const leafLines = (leaf: LeafPreview, { paint, verbose }: DryRunOptions): string[] => {
  const { id, label, files, runs, stdin, prompt, trouble, tokens, usd } = leaf;
  const facts = `${some(files, 'file')}, about ${count(tokens)} tokens${costText(usd)}`;
  const head = `${paint('bold', visible(label))} ${paint('dim', `${id}, ${facts}`)}`;
  const words = runs.map((word) => shellQuoted(visible(verbose ? word : clipped(word)))).join(' ');
  const wrong = trouble === undefined ? [] : [paint('red', `  cannot be started: ${visible(trouble)}`)];
  const told = verbose && stdin !== undefined ? ['  on standard input:', ...indented(stdin)] : [];
  const isPrompt = prompt !== undefined && stdin === prompt && !verbose;
  const hint = isPrompt
    ? [paint('dim', `  with a prompt of ${count(prompt.length)} characters on standard input`)]
    : [];
  return [head, `  ${words}`, ...wrong, ...hint, ...told];
};

const clipped = (word: string): string => (word.length > longestWord ? `${word.slice(0, longestWord)}…` : word);

const indented = (text: string): string[] => text.split('\n').map((line) => `    ${visible(line)}`);
