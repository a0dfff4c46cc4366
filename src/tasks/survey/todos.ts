import type { TodoTag } from '../../domain/survey.js';
import type { Masked } from './mask.js';

export interface FoundTodo {
  readonly tag: TodoTag;
  readonly line: number;
  readonly text: string;
}

const longest = 160;
/** How much around a tag is looked at: a comment may be a line of a megabyte. */
const around = 500;
const tag = /\b(TODO|FIXME|XXX|HACK)\b/g;

/**
 * What is left to do, as the comments of a file say. Only in comments: the same words in a string, or as part of a
 * name, are no such notes; neither is a line that speaks of several tags.
 */
export const todosIn = (text: string, { comments }: Pick<Masked, 'comments'>): FoundTodo[] => {
  const found: FoundTodo[] = [];
  let line = 1;
  let counted = 0;
  for (const { start, end } of comments) {
    const comment = text.slice(start, end);
    for (const match of comment.matchAll(tag)) {
      const at = match.index;
      const rest = at + match[0].length;
      const before = comment
        .slice(Math.max(0, at - around), at)
        .split('\n')
        .at(-1) as string;
      const [after] = comment.slice(rest, rest + around).split('\n', 1);
      if (!isNote(before, after)) continue;
      for (; counted < start + at; counted++) if (text.charCodeAt(counted) === 10) line++;
      found.push({ tag: match[1] as TodoTag, line, text: wordsOf(after) });
    }
  }
  return found;
};

/** A tag at the start of a line of a comment, or with a colon or a name in parentheses behind it. */
const isNote = (before: string, after: string): boolean => {
  const isMarked = /^(?:\([^()]{0,60}\))?[ \t]*[:!]/.test(after) || /^\([^()]{1,60}\)/.test(after);
  const isFirst = /^[-/*!<#;%{(@[\s]*$/.test(before) && /^(?:[\])>\s,.?-]|\*\/|$)/.test(after);
  return (isMarked || isFirst) && !/\b(?:TODO|FIXME|XXX|HACK)\b/.test(`${before} ${after}`);
};

const wordsOf = (after: string): string => {
  const words = after
    .slice(0, 4 * longest)
    .replace(/(?:\*+\/|-->|-\}|\*\)).*$/, '')
    .replace(/^\([^()]{1,60}\)[ \t]*:/, '')
    .replace(/^[\s:)\]>!,.-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > longest ? `${words.slice(0, longest - 1)}…` : words;
};
