import { defineTask } from '../../dist/index.js';
import { writeFiles } from '../temporary-folder.js';
import { folderOf } from '../test-folder.js';

export const put = (root: string, path: string, text: string): void => writeFiles(root, { [path]: text });

/** Groups of files that import each other, so that each group is a leaf. */
export const groupFiles = (groups: number, size = 5): Record<string, string> => {
  const files: Record<string, string> = {};
  for (let group = 0; group < groups; group++) {
    for (let file = 0; file < size; file++) {
      const others = [1, 2].map((step) => `import './f${(file + step) % size}.js';\n`);
      files[`g${group}/f${file}.js`] = `${others.join('')}export const name = 'g${group}/f${file}';\n`;
    }
  }
  return files;
};

/** Such a project, split so that each group is a leaf. */
export const groupsProject = (groups: number): { root: string; options: { root: string; maxFiles: number } } => {
  const root = folderOf(groupFiles(groups));
  return { root, options: { root, maxFiles: 5 } };
};

/** A task in this process that keeps count of what it ran, by the first file of the leaf. */
export const countingTask = (act: (name: string) => unknown = () => undefined, version = '1') => {
  const ran: string[] = [];
  const rolledUp: string[] = [];
  const task = defineTask({
    ...{ name: 'counting', version },
    run: async (leaf): Promise<unknown> => {
      const name = leaf.files[0].split('/')[0];
      ran.push(name);
      return (await act(name)) ?? { size: leaf.files.length };
    },
    rollUp: ({ label, values }) => {
      rolledUp.push(label);
      return { size: (values as { size: number }[]).reduce((sum, { size }) => sum + size, 0) };
    },
  });
  /** What ran since this was last asked, sorted. */
  const taken = (): string[] => ran.splice(0).sort();
  return { task, taken, rolledUp: () => rolledUp.splice(0) };
};
