import { sentences } from '../../../util/sentences.js';
import { isLicence } from '../licence.js';
import { isProse, outsideCode } from '../prose.js';

/** How far into a document its beginning is looked for. */
const looked = 20_000;
/** Lines that stand before what a document has to say: badges, images, tables, directives, links alone, notices. */
const furniture =
  /^(?:!\[|\[!\[|\[!|\||<|\.\. |:[\w-]+:|={3,}|-{3,}|\*{3,}|`{3}|~{3}|\[[^\]]{0,200}\](?:\([^)]{0,300}\)|:)\s*\S*$|%|@|\{%|\{\{)/;

/** Sections in which a project does not say what it is. */
const elsewhere =
  /announce|\bnews\b|now available|what.?s new|sponsor|backer|install|contents|licen[cs]e|contribut|badge|status|change ?log|started|quick ?start|usage|requirement|support|📰/i;
/** Paragraphs about the document, or that call out to the reader. */
const meta =
  /^\W*(?:this (?:readme|document|page|guide|manual)\b|note\b|notice\b|warning\b|we(?:'re|’re| are) |looking for|if you|please|for |here(?:'s|’s| is) |see |check out|click|star |announc|want to|read (?:more|this|the)|you can|join|follow|thank|copyright)/i;

export interface Opening {
  readonly title: string | undefined;
  /** The first paragraph that says something. */
  readonly paragraph: string | undefined;
}

/** How a document in Markdown, reStructuredText, AsciiDoc or plain text begins. */
export const openingOf = (text: string): Opening => {
  let title: string | undefined;
  let isElsewhere = false;
  let fallback: string | undefined;
  for (const { kind, text: said } of blocksOf(text)) {
    if (kind === 'rule') isElsewhere = false;
    else if (kind === 'heading') {
      isElsewhere = title !== undefined && elsewhere.test(said);
      title ??= said;
    } else if (isProse(said) && !isLicence(said) && !meta.test(said) && !/:$/.test(said)) {
      if (!isElsewhere) return { title, paragraph: said };
      fallback ??= said;
    }
  }
  return { title, paragraph: fallback };
};

interface Block {
  readonly kind: 'heading' | 'paragraph' | 'rule';
  readonly text: string;
}

/** Headings and paragraphs, without what is code, a list, a table or decoration. */
const blocksOf = (text: string): Block[] => {
  const lines = withoutComments(text.slice(0, looked)).split('\n');
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let fence: string | undefined;
  const end = (): void => {
    const isList = /^(?:[-*+•] |\d+[.)] )/.test(paragraph[0] ?? '');
    if (paragraph.length > 0 && !isList) blocks.push({ kind: 'paragraph', text: inline(paragraph.join(' ')) });
    paragraph = [];
  };
  for (const [i, raw] of lines.entries()) {
    const line = raw.trim();
    const mark = /^(?:`{3}|~{3})/.exec(line)?.[0];
    if (mark !== undefined || fence !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark === fence) fence = undefined;
      end();
      continue;
    }
    const isUnderlined = line !== '' && /^(?:={3,}|-{3,}|~{3,}|\*{3,})$/.test((lines[i + 1] ?? '').trim());
    const isHeading = /^(?:#{1,6}|=+) /.test(line) || (isUnderlined && paragraph.length === 0 && !furniture.test(line));
    if (isHeading) {
      end();
      const words = inline(line.replace(/^(?:#{1,6}|=+) /, '').replace(/\s#+$/, ''));
      if (words !== '') blocks.push({ kind: 'heading', text: words });
    } else if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(line) && (lines[i - 1] ?? '').trim() === '') {
      end();
      blocks.push({ kind: 'rule', text: '' });
    } else if (line === '' || furniture.test(line) || /^(?: {4}|\t)/.test(raw)) end();
    else paragraph.push(line.replace(/^>\s*/, ''));
  }
  end();
  return blocks;
};

/** The first words of a document for a list of files: `Title: first sentence.` */
export const documentNote = (text: string): string | undefined => {
  const { title, paragraph } = openingOf(text);
  if (paragraph === undefined) return title === undefined ? undefined : sentences(title, { most: 1, longest: 120 });
  const first = sentences(paragraph, { most: 1, longest: 160 });
  return title === undefined || first.toLowerCase().startsWith(title.toLowerCase()) ? first : `${title}: ${first}`;
};

/** Front matter and HTML comments. */
const withoutComments = (text: string): string =>
  text.replace(/^\ufeff?---\n[\s\S]{0,4000}?\n---\n/, '').replace(/<!--[\s\S]*?(?:-->|$)/g, '');

/** Words without the signs of markup: links are their text, images are nothing. Code keeps its backticks. */
const inline = (text: string): string =>
  outsideCode(text.slice(0, 3_000), (words) =>
    words.replace(/<\/?[a-zA-Z!][^<>:]{0,300}(?:https?:[^<>]{0,300})?>/g, ' '),
  )
    .replace(/!\[[^\]]{0,200}\](?:\([^)]{0,500}\)|\[[^\]]{0,100}\])?/g, ' ')
    .replace(/\[([^[\]]{0,300})\](?:\([^)]{0,500}\)|\[[^\]]{0,100}\])/g, '$1')
    .replace(/`([^`<]{1,200}?)\s*<[^`>]{1,300}>`__?/g, '$1')
    .replace(/<(https?:[^<>]{1,300})>/g, '$1')
    .replace(/(\*\*|__)(?=\S)([^*_]{1,300}?\S?)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*]{1,300})\*(?![\w*])/g, '$1')
    .replace(/(?<![\w_])_(?=\S)([^_]{1,300})_(?![\w_])/g, '$1')
    .replace(/:[a-z]{2,12}:`~?([^`]{1,200})`/g, '`$1`')
    .replace(/`([^`]{1,200})`__?(?!\w)/g, '$1')
    .replace(/\[([A-Za-z][^[\]]{0,100})\](?![([:])/g, '$1')
    .replace(/``+/g, '`')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name])
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:])/g, '$1')
    .trim();

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };
