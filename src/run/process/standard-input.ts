import type { CommandFacts } from './command-facts.js';

/** What a command reads that asks for JSON: one object with all there is to know. */
export const standardInput = (facts: CommandFacts): string => {
  const { subject, goal, root, runId, attempt, sample, more } = facts;
  const common = { goal, lineage: facts.lineage(), root, runId, attempt, sample, ...more };
  if (subject.kind === 'leaf') {
    const { id, label, depth, tokens, files, roles, packages, context, trial } = subject.leaf;
    return `${jsonOf({ kind: 'leaf', id, label, depth, tokens, files, roles, packages, context, trial, ...common })}\n`;
  }
  const { id, label, depth, tokens, children, values, coverage } = subject.branch;
  return `${jsonOf({ kind: 'branch', id, label, depth, tokens, children, values, coverage, ...common })}\n`;
};

/** Values that JSON does not know, as near to them as can be: a task may have made them in this process. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'bigint') return String(one);
    if (one instanceof Map)
      return [...one.keys()].every((key) => typeof key === 'string') ? Object.fromEntries(one) : [...one];
    return one instanceof Set ? [...one] : one;
  });
