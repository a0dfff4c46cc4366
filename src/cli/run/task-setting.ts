import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Problem } from '../../domain/failure.js';
import type { TaskLike } from '../../options/execute-options.js';
import { show } from '../../util/show.js';
import { isFile } from '../is-file.js';
import { isFromConfig, type Settings } from '../settings/settings.js';
import { sourceText } from '../settings/source.js';

export interface TaskPlaces {
  /** The project's folder: what a configuration names stands below it. */
  readonly root: string;
  /** The current folder: what a flag names stands below it. */
  readonly cwd: string;
  /** Where none is named. */
  readonly survey: URL;
}

export interface TaskSetting {
  readonly task: TaskLike;
  readonly isSurvey: boolean;
  readonly problems: readonly Problem[];
}

/** The task that was named, as a module that is there; or what a configuration holds itself. */
export const taskSetting = (settings: Settings, { root, cwd, survey }: TaskPlaces): TaskSetting => {
  const { task } = settings.options;
  if (task === undefined) return { task: survey, isSurvey: true, problems: [] };
  if (typeof task !== 'string') return { task: task as TaskLike, isSurvey: false, problems: [] };
  const url = moduleAt(task, isFromConfig(settings, 'task') ? root : cwd);
  if (url) return { task: url, isSurvey: false, problems: [] };
  const source = settings.sources.get('task');
  const problem: Problem = {
    field: source ? sourceText('task', source) : 'task',
    expected: 'the file of a module',
    received: `${show(task)}, where there is none`,
  };
  return { task: survey, isSurvey: false, problems: [problem] };
};

/** Undefined where no file stands there. A URL may be one and still name no file: on another host, or with a "%2F". */
const moduleAt = (text: string, base: string): URL | undefined => {
  try {
    const url = /^(?:file|data):/.test(text) ? new URL(text) : pathToFileURL(resolve(base, text));
    return url.protocol === 'data:' || isFile(fileURLToPath(url)) ? url : undefined;
  } catch {
    return undefined;
  }
};
