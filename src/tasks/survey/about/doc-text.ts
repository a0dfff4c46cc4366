import { nameOf } from '../../../util/paths.js';
import { sentences } from '../../../util/sentences.js';
import { isLicence } from '../licence.js';
import { isProse, outsideCode } from '../prose.js';

/** Lines that speak to tools, or say who wrote a file and when. */
const noise =
  /^(?:eslint|prettier|jshint|jslint|global |istanbul|c8 |v8 |biome|tslint|stylelint|@ts-|@flow|@jsx|@license|@preserve|@vitest|<reference|noinspection|copied from|adapted from|overload \d|pylint|mypy|type:|flake8|noqa|pragma|-\*-|vim?:|ex:|coding[:=]|created (?:by|on)|authors?\b|\$Id|\$Date|\$Revision|@author|version\b.{0,20}$|\/(?:usr\/)?bin\/|!\/|go:build|\+build|build |region\b|endregion\b|checkstyle|sonar|nolint|clang-format|for licensing|last (?:changed|modified))/i;
/** What follows these words is the description itself. */
const described =
  /^[@\\](?:file(?:overview)?|overview|module|description|desc|brief|package|packageDocumentation|summary)\b:?[ \t]*(?:[\w./-]+\.\w{1,4}$)?/i;
const otherTag =
  /^(?:[@\\][a-z]\w*(?=[\s({:]|$)|:(?:param|return|raises|type)\w*[ :]|Args:|Arguments:|Parameters?:?$|Returns?:|Usage:|Example)/;

const bullet = /^(?:[-*+•]|\d+[.)]) /;

/**
 * What a comment says, from its lines: the first paragraph that is neither about rights nor meant for a tool. Tags of
 * documentation tools, and markup, are taken out. Undefined where nothing is left.
 */
export const docText = (lines: readonly string[], path: string): string | undefined => {
  for (const [i, paragraph] of paragraphsOf(lines).entries()) {
    // An entry of a list further down speaks of one thing among several.
    if (i > 0 && bullet.test(paragraph)) continue;
    const text = withoutFileName(plain(paragraph), path);
    if (isLicence(text) || isCommandLine(text) || isLeadIn(text) || text.startsWith('(') || !isProse(text)) continue;
    return text.replace(bullet, '').replace(/^\\ /, '');
  }
  return undefined;
};

const paragraphsOf = (lines: readonly string[]): string[] => {
  const paragraphs: string[][] = [[]];
  let isRights = false;
  for (const line of lines) {
    if (line === '') isRights = false;
    // What stands above a copyright line is kept; the lines below it are about rights, though not each says so.
    isRights ||= isLicence(line);
    if (isRights) continue;
    if (otherTag.test(line) && !described.test(line)) break;
    const words = line.replace(described, '').trim();
    const isRule = /^[-=*#~_+/<>|.\s]*$/.test(words) || /^#{1,6} /.test(line);
    if (isRule || noise.test(words) || described.test(line) || bullet.test(words)) paragraphs.push([]);
    if (!isRule && !noise.test(words)) paragraphs.at(-1)?.push(words);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0).map((paragraph) => paragraph.join(' '));
};

/** `There are two kinds:` says nothing without the list below it. */
const isLeadIn = (text: string): boolean => sentences(text, { most: 1, longest: 400 }).endsWith(':');

const isCommandLine = (text: string): boolean => /^(?:\$ |> |https?:\/\/\S+$)/.test(text);

/** `{@link X}` is X, `:class:`X`` is `X`; HTML tags go. */
const plain = (text: string): string =>
  outsideCode(
    text
      .slice(0, 2_000)
      .replace(/\{@\w+[ \t]+([^{}]{0,200})\}/g, '$1')
      .replace(/:[a-z]{2,12}:`~?([^`<]{1,200})`/g, '`$1`')
      .replace(/``+/g, '`'),
    (words) => words.replace(/<\/?[a-zA-Z][^<>]{0,200}>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:])(?= |$)/g, '$1')
    .trim();

/** `adlist.c - A generic list` and `Adlist: a generic list` are about a generic list. */
const withoutFileName = (text: string, path: string): string => {
  const stem = nameOf(path).replace(/\..*$/, '').toLowerCase();
  const [whole, name] =
    /^[`'"]?([\w./+-]{1,80})[`'"]?(?:\s*\([^()]{0,60}\))?\s*(?:--?|–|—|:)\s+(?=\S)/.exec(text) ?? [];
  if (whole === undefined) return text;
  const isFile = /\.[a-z]{1,4}$/i.test(name) || nameOf(name).toLowerCase() === stem;
  const rest = text.slice(whole.length);
  return isFile ? rest[0].toUpperCase() + rest.slice(1) : text;
};

/** A note on a file: its first sentence. */
export const noteOf = (text: string): string => sentences(text, { most: 1, longest: 160 });
