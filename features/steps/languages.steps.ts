import assert from 'node:assert/strict';
import { After, Given, Then, When } from '@cucumber/cucumber';
import { decompose } from '../../src/index.js';
import { makeFolder, removeFolder } from '../../test/temporary-folder.js';
import { featureOf, javaAndKotlin, languageProjects, swift, type Texts, workspace } from './language-projects.js';
import type { Scene } from './world.js';

const roots = new WeakMap<Scene, string>();

const write = (scene: Scene, texts: Texts): void => {
  roots.set(scene, makeFolder(texts));
};
After(function (this: Scene) {
  const root = roots.get(this);
  if (root !== undefined) removeFolder(root);
});

Given(
  /^two features of 8 files each in (\S+), mixed in the same folders, tied by (.+)$/,
  function (this: Scene, language: string, by: string) {
    const make = languageProjects[`${language} by ${by}`];
    assert.ok(make, `there is no such project: ${language} by ${by}`);
    write(this, make());
  },
);
Given('a Java class that imports a Kotlin one, and a Kotlin one that imports a Java one', function (this: Scene) {
  write(this, javaAndKotlin);
});
Given('two crates in a workspace, of which one uses the other', function (this: Scene) {
  write(this, workspace);
});
Given('12 files of Swift and one of TypeScript', function (this: Scene) {
  write(this, swift);
});

When('the folder is decomposed', async function (this: Scene) {
  this.project.plan = await decompose({ root: roots.get(this) as string });
});
When('the folder is decomposed along its imports', async function (this: Scene) {
  this.project.plan = await decompose({ root: roots.get(this) as string, strategy: 'imports' });
});

Then('no leaf mixes the features', function (this: Scene) {
  for (const { files } of this.project.plan.leaves) {
    // Lists of modules and manifests are of no feature.
    const numbered = files.filter((path) => /\d\.\w+$/.test(path));
    assert.equal(new Set(numbered.map(featureOf)).size, 1, numbered.join(' '));
  }
});
Then('no import of it is missing', function (this: Scene) {
  const { imports } = this.project.plan.measures;
  assert.equal(imports.missing, 0);
});
Then('each of the two imports is resolved', function (this: Scene) {
  const { imports, cut } = this.project.plan.measures;
  assert.deepEqual([imports.resolved, imports.external, imports.missing, cut.total], [2, 0, 0, 2]);
});
Then('the import leads to {string}', function (this: Scene, path: string) {
  const { files, from, to, kind } = this.project.plan.ties();
  const imports = [...from.keys()].filter((i) => kind[i] === 0).map((i) => [files[from[i]].path, files[to[i]].path]);
  assert.deepEqual(imports, [['crates/top/src/main.rs', path]]);
});
Then(
  'the measures say that imports of {string} are not read, for {int} files',
  function (this: Scene, language: string, count: number) {
    const told = this.project.plan.measures.unread.map((one) => [one.language, one.files]);
    assert.deepEqual(told, [[language, count]]);
  },
);
Then('the measures name no language that is not read', function (this: Scene) {
  assert.deepEqual(this.project.plan.measures.unread, []);
});
