import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Language } from '../../src/languages/language.js';
import { projectView } from '../languages/project-view.js';
import { folderOf } from '../test-folder.js';

const src = new URL('../../src/', import.meta.url);

/** The language of the page, as if it stood where the page says. */
const languageOfPage = async (): Promise<Language> => {
  const page = readFileSync(new URL('../docs/languages.md', src), 'utf8');
  const code = /```ts\n(.*?)```/s.exec(page)?.[1] ?? '';
  const folder = folderOf({ 'lua.ts': code.replaceAll("'../", `'${fileURLToPath(src)}`) });
  return (await import(join(folder, 'lua.ts'))).lua;
};

test('the language that the page adds reads and resolves', async () => {
  const lua = await languageOfPage();
  const text = `-- require "no"\n--[[ require("no")\nrequire 'no' ]]\nlocal a = require("game.map")\nlocal b = require 'json'\nrequire "game.map"\n`;
  const found = lua.read(text, 'game/main.lua');
  expect(found).toEqual([
    { text: 'game.map', kind: 'require' },
    { text: 'json', kind: 'require' },
  ]);
  const resolve = lua.resolver(projectView({ 'src/game/main.lua': text, 'src/game/map/init.lua': '' }));
  expect(found.map((one) => resolve('src/game/main.lua', one))).toEqual([['src/game/map/init.lua'], 'external']);
});
