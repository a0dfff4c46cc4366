import { expect, test } from 'vitest';
import { isCode, languageByEnding } from '../../src/domain/language-names.js';
import { decompose } from '../../src/engine/decompose.js';
import { Plan } from '../../src/engine/plan.js';
import { languages } from '../../src/languages/languages.js';
import { folderOf } from '../test-folder.js';

/** A project of files of these lines, and its plan. */
const planOf = (files: Readonly<Record<string, number>>) => {
  const texts = Object.entries(files).map(([name, lines]) => [name, 'some words here\n'.repeat(lines)]);
  return decompose({ root: folderOf(Object.fromEntries(texts)) });
};
const unreadOf = async (files: Readonly<Record<string, number>>) =>
  (await planOf(files)).measures.unread.map(({ language, files: count }) => `${language} ${count}`);

test('a main language that is not read is told, with how much of the code it is', async () => {
  const { measures } = await planOf({ 'a.swift': 30, 'b.swift': 30, 'c.ts': 40, 'd.md': 900, 'e.json': 900 });
  expect(measures.unread).toEqual([{ language: 'swift', files: 2, share: expect.closeTo(0.6, 1) }]);
});

test('languages that are read, and files that are no code, are none', async () => {
  expect(await unreadOf({ 'a.ts': 9, 'b.py': 9, 'c.go': 9, 'd.c': 9 })).toEqual([]);
  expect(await unreadOf({ 'a.md': 9, 'b.yaml': 9, 'c.css': 9, LICENSE: 9, 'd.unknown': 9, Makefile: 9 })).toEqual([]);
  expect(await unreadOf({})).toEqual([]);
});

test('the largest comes first, and a few scripts are not worth a word', async () => {
  expect(await unreadOf({ 'a.lua': 30, 'b.swift': 60, 'c.sh': 5 })).toEqual(['swift 1', 'lua 1']);
});

test('where imports are given, nothing was left to read', async () => {
  const { measures } = await decompose({ files: [{ path: 'a.swift', imports: ['b.swift'] }, { path: 'b.swift' }] });
  expect(measures.unread).toEqual([]);
});

test('a plan that is written and read says it again; one of an earlier version says nothing', async () => {
  const plan = await planOf({ 'a.swift': 30 });
  const json = JSON.parse(JSON.stringify(plan));
  expect(Plan.from(json).measures.unread).toEqual(plan.measures.unread);
  const { unread: _, ...earlier } = json;
  expect(Plan.from(earlier).measures.unread).toEqual([]);
});

test('every language that is read is code, by the name it has in inventories', () => {
  const known = new Set(languageByEnding.values());
  for (const name of languages.flatMap(({ endings }) => Object.values(endings))) {
    expect([name, isCode(name), known.has(name)]).toEqual([name, true, true]);
  }
});
