import type { Subplan } from '../domain/subplan.js';
import { count, some } from './numbers.js';
import type { PlanView } from './plan-view.js';
import { sizes } from './sizes.js';
import { headline, summary } from './summary.js';
import { visible } from './visible.js';
import { reasonWords, splitColumn } from './words.js';

/** A plan as a Markdown outline, with every leaf's files. */
export const planMarkdown = (plan: PlanView): string => {
  const sizeOf = sizes(plan);
  const lines = ['# Plan', '', `${headline(plan)}.`, ''];
  for (const [name, ...said] of summary(plan, { verbose: false }))
    lines.push(`- **${name}**: ${said.map(escapeMarkdown).join('; ')}`);
  lines.push('', '## Tree', '');
  const visit = (subplan: Subplan, indent: string): void => {
    const { files, tokens } = sizeOf(subplan);
    const why = subplan.kind === 'leaf' ? reasonWords[subplan.reason] : splitColumn(subplan.split);
    lines.push(
      `${indent}- **${escapeMarkdown(visible(subplan.label))}** (${some(files, 'file')}, ${count(tokens)} tokens; ${why}) \`${subplan.id}\``,
    );
    if (subplan.kind === 'leaf')
      for (const path of subplan.files) lines.push(`${indent}  - ${codeSpan(visible(path))}`);
    else for (const child of subplan.children) visit(plan.get(child), `${indent}  `);
  };
  if (plan.root) visit(plan.root, '');
  return `${lines.join('\n')}\n`;
};

/** Text that Markdown leaves as it is within a line: no emphasis, links, images, HTML, tables or code. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Code in which nothing is special: fenced by more backticks than stand in it. */
export const codeSpan = (text: string): string => {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  return text.startsWith('`') || text.endsWith('`') ? `${fence} ${text} ${fence}` : fence + text + fence;
};
