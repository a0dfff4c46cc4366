import { visibleJson } from './visible.js';

/** Lists whose entries stand on a line each: a plan of 10,000 files stays readable, editable, and good to compare. */
const linewise = new Set(['files', 'ties', 'leftOut']);

/** A plan as JSON text. */
export const planText = (json: Readonly<Record<string, unknown>>): string => {
  const fields = Object.entries(json).map(([name, value]) => `  ${JSON.stringify(name)}: ${valueText(name, value)}`);
  return `${visibleJson(`{\n${fields.join(',\n')}\n}`)}\n`;
};

const valueText = (name: string, value: unknown): string => {
  if (!linewise.has(name) || !Array.isArray(value)) return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
  return value.length === 0 ? '[]' : `[\n${value.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`;
};
