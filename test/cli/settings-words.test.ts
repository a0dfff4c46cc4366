import { describe, expect, it } from 'vitest';
import { folderOf } from '../test-folder.js';
import { cli, groups } from './world.js';

describe('what is wrong for the sake of another setting', () => {
  const refused = async (argv: string[], env: Record<string, string> = {}, config?: string) => {
    const cwd = folderOf({ ...groups(1), ...(config === undefined ? {} : { 'subplan.config.json': config }) });
    const { code, err } = await cli(argv, { cwd, env });
    expect(code).toBe(2);
    return err;
  };

  it('names the flag that is missing', async () => {
    expect(await refused(['run', '--exec', 'true', '--depth', '2'])).toContain(
      '--depth: expected --accept beside it: without it no round follows, got 2',
    );
  });

  it('names each setting by where it was given', async () => {
    expect(await refused(['plan', '--min-files', '9', '--max-files', '5'])).toContain(
      '--min-files: expected at most --max-files (5), got 9',
    );
    expect(await refused(['plan', '--min-files', '9'], { SUBPLAN_MAX_FILES: '5' })).toContain(
      '--min-files: expected at most SUBPLAN_MAX_FILES (5), got 9',
    );
    expect(await refused(['plan'], { SUBPLAN_MIN_FILES: '9' }, '{ "maxFiles": 5 }')).toContain(
      'SUBPLAN_MIN_FILES: expected at most maxFiles in subplan.config.json (5), got 9',
    );
  });

  it('says both bounds of a number', async () => {
    expect(await refused(['run', '-j', '70000'])).toContain(
      '--max-parallel: expected a whole number from 1 to 65536, or a share of the cores such as 50%, got 70000',
    );
  });
});
