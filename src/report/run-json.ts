import type { RunEvent } from '../domain/run-event.js';
import type { BranchReport, LeafReport, RunReport } from '../domain/run-report.js';
import { jsonText } from './json-text.js';

/** A run report as JSON text, each leaf and branch on a line: 10,000 of them stay readable, and good to compare. */
export const runText = (report: RunReport): string => {
  const { leaves, branches, root, ...rest } = report;
  const fields = Object.entries({ format: 'subplan/run', version: 1, ...rest }).filter(
    ([, value]) => value !== undefined,
  );
  const lines = [
    ...fields.map(([name, value]) => `${jsonText(name)}: ${jsonText(value, 2).replaceAll('\n', '\n  ')}`),
    `"root": ${root === undefined ? 'null' : lineOf(root)}`,
    `"leaves": ${listOf(leaves)}`,
    `"branches": ${listOf(branches)}`,
  ];
  return `{\n  ${lines.join(',\n  ')}\n}\n`;
};

type Entry = LeafReport<unknown> | BranchReport<unknown>;

const listOf = (entries: readonly Entry[]): string =>
  entries.length === 0 ? '[]' : `[\n    ${entries.map(lineOf).join(',\n    ')}\n  ]`;

/** The value apart, so that one which cannot be written takes nothing else with it. */
const lineOf = ({ value, ...entry }: Entry): string => {
  const text = jsonText(entry);
  return value === undefined ? text : `${text.slice(0, -1)},"value":${jsonText(value)}}`;
};

/** An event as a line of NDJSON. */
export const eventLine = (event: RunEvent): string => `${jsonText(event)}\n`;
