import assert from 'node:assert/strict';
import { Given, Then, When } from '@cucumber/cucumber';
import { decompose, type GivenFile, type Plan } from '../../src/index.js';
import type { Scene } from './world.js';

const earlier = new WeakMap<Scene, Plan>();
const added = 'added.ts';

const planAgain = async (scene: Scene, files: readonly GivenFile[]): Promise<void> => {
  const previous = earlier.get(scene) as Plan;
  scene.project.plan = await decompose({ files, ...scene.project.options, previous });
};

Given('it was planned before', async function (this: Scene) {
  earlier.set(this, await decompose({ files: this.project.files, ...this.project.options }));
});

When('it is decomposed with the earlier plan', function (this: Scene) {
  return planAgain(this, this.project.files);
});
When('a file grows a little and it is decomposed with the earlier plan', function (this: Scene) {
  const [first, ...rest] = this.project.files;
  return planAgain(this, [{ ...first, tokens: (first.tokens ?? 0) + 1 }, ...rest]);
});
When('a file is removed and it is decomposed with the earlier plan', function (this: Scene) {
  return planAgain(this, this.project.files.slice(1));
});
When(
  'a file is added that imports one of package {int}, and it is decomposed with the earlier plan',
  function (this: Scene, number: number) {
    const imports = this.project.files.filter(({ path }) => path.includes(`package-${number}/`)).slice(0, 1);
    assert.equal(imports.length, 1);
    return planAgain(this, [...this.project.files, { path: added, tokens: 10, imports: [imports[0].path] }]);
  },
);

Then('every subplan has the id and the label it had', function (this: Scene) {
  const names = (plan: Plan) => plan.subplans().map(({ id, label }) => [id, label]);
  assert.deepEqual(names(this.project.plan), names(earlier.get(this) as Plan));
});
Then('no other file has moved', function (this: Scene) {
  assert.equal(this.project.plan.measures.stayed?.moved, 0);
});
Then('it stands in a leaf with package {int}', function (this: Scene, number: number) {
  const leaf = this.project.plan.leaves.find(({ files }) => files.includes(added));
  assert.ok(leaf?.files.some((path) => path.includes(`package-${number}/`)));
});
