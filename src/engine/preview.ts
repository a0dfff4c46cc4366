import type { LeafPreview, RunPreview } from '../domain/run-preview.js';
import type { ExecuteSettings } from '../options/resolve-execute.js';
import { lineageIn } from '../run/family.js';
import { previewCommand } from '../run/process/preview.js';
import { RunTree } from '../run/run-tree.js';
import { makeRedactor } from '../util/redact.js';
import { withCode } from './check-execute.js';
import { recordedCode } from './code-identity.js';
import type { Plan } from './plan.js';
import { codeText } from './recorded-code.js';
import { workOf } from './work-of.js';

/** Bytes of a text that make a token, about. */
const bytesPerToken = 4;

/** What a run would do, without running anything or leaving anything behind. */
export const preview = (plan: Plan, resolved: ExecuteSettings): RunPreview => {
  const settings = withCode(resolved);
  const { task, usdPerMillionTokens, sampling } = settings;
  const { env } = process;
  const redact = makeRedactor(env);
  const { nodes, work } = workOf(plan, settings);
  const tree = new RunTree(nodes, work);
  const price = (tokens: number): number | undefined =>
    usdPerMillionTokens === undefined ? undefined : (tokens * usdPerMillionTokens) / 1e6;
  // Once for all leaves: of a module it reads all local files that it imports.
  const named = task.kind === 'command' ? [] : [codeText(recordedCode(task))];
  const leaves = plan.leaves.map((leaf, node): LeafPreview => {
    const { id, label } = leaf;
    const common = { id, label, files: leaf.files.length };
    if (task.kind !== 'command') {
      const nothing = { stdin: undefined, prompt: undefined, trouble: undefined };
      return { ...common, runs: named, ...nothing, tokens: leaf.tokens, usd: price(leaf.tokens) };
    }
    const { family, place } = tree.kinship(node);
    const facts = { root: settings.root ?? '.', goal: plan.goal, runId: 'dry-run', attempt: 1 };
    const subject = { kind: 'leaf', leaf } as const;
    const lineage = () => lineageIn(family, place);
    const told = previewCommand({
      settings: task.command,
      facts: { ...facts, subject, lineage, sample: undefined },
      env,
    });
    if (told.failure) {
      const nothing = { runs: task.command.words.map(redact), stdin: undefined, prompt: undefined };
      return { ...common, ...nothing, trouble: told.failure.message, tokens: leaf.tokens, usd: price(leaf.tokens) };
    }
    const { words, stdin, prompt } = told;
    const asked = Math.ceil(Buffer.byteLength(prompt ?? '') / bytesPerToken);
    // A prompt with the contents of the files has them in it already.
    const tokens = task.command.prompt?.includes('{contents}') ? asked : asked + leaf.tokens;
    const shown = {
      runs: words.map(redact),
      stdin: stdin.text && redact(stdin.text),
      prompt: prompt && redact(prompt),
    };
    return { ...common, ...shown, trouble: undefined, tokens, usd: price(tokens) };
  });
  const tokens = leaves.reduce((sum, one) => sum + one.tokens, 0);
  const mostSamples = sampling ? sampling.breadth * sampling.depth : 1;
  return { leaves, others: othersOf(settings, redact), mostSamples, tokens, usd: price(tokens) };
};

const othersOf = ({ rollUp, sampling }: ExecuteSettings, redact: (text: string) => string): RunPreview['others'] => {
  const named = [
    { what: 'values are accepted by', code: sampling?.accept },
    { what: 'and repaired by', code: sampling?.repair },
    { what: 'branches are rolled up by', code: rollUp },
  ];
  return named.flatMap(({ what, code }) => {
    if (!code) return [];
    if (code.kind === 'function') return [{ what, command: 'a function' }];
    return [{ what, command: codeText(recordedCode(code, redact)) }];
  });
};
