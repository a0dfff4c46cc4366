import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Given, When } from '@cucumber/cucumber';
import { sourceOf } from './experiment-folders.steps.js';
import { experimentOf, setOptions } from './experiments.steps.js';
import type { Scene } from './world.js';

Given('a file that must not change', function (this: Scene) {
  const { project } = experimentOf(this);
  project.write('guide.md', 'as it was\n');
  setOptions(this, { unchanged: [join(project.root, 'guide.md')] });
});

const fileOf = (scene: Scene, what: string): string => {
  const { project, module } = experimentOf(scene);
  const files: Readonly<Record<string, string>> = {
    'the module of the task': module,
    'a module that the task imports': join(project.base, 'gate.mjs'),
    'the module of the score': join(project.base, 'score.mjs'),
    'the folder that is copied': join(sourceOf(scene), 'deep/more.txt'),
    'that file': join(project.root, 'guide.md'),
  };
  return files[what];
};

/** What a file held before it was changed. */
const before = new WeakMap<Scene, string>();

When(/^(the .+|a module .+|that file) is edited by somebody$/, function (this: Scene, what: string) {
  before.set(this, readFileSync(fileOf(this, what), 'utf8'));
  appendFileSync(fileOf(this, what), '// by somebody\n');
});
When('that file is set back', function (this: Scene) {
  writeFileSync(fileOf(this, 'that file'), before.get(this) as string);
});
When('that file is written with what it holds', function (this: Scene) {
  const file = fileOf(this, 'that file');
  writeFileSync(file, readFileSync(file));
});
