import type { Paint } from './paint.js';
import { padEnd, proseWidth, widestOf, wrap } from './text-width.js';

/** What something is called, and what is to be said of it: one or more paragraphs. */
export type Fact = readonly [name: string, ...said: string[]];

const indent = '  ';
const gap = 2;

/** Facts in two columns, with long ones broken at spaces below themselves. Texts come escaped. */
export const drawFacts = (facts: readonly Fact[], columns: number | undefined, paint: Paint): string[] => {
  const width = widestOf(facts.map(([name]) => name)) + gap;
  const room = Math.max(20, (columns ?? proseWidth) - width - indent.length);
  return facts.flatMap(([name, ...said]) =>
    said
      .flatMap((text) => wrap(text, room))
      .map((line, i) => indent + paint('dim', padEnd(i === 0 ? name : '', width)) + line),
  );
};
