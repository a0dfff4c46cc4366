import { setImmediate as turn } from 'node:timers/promises';
import type { Survey } from '../../domain/survey.js';
import type { Task } from '../../domain/task.js';
import { createCollector } from './collect.js';
import { lookInto } from './look-into.js';
import { mergeSurveys } from './merge.js';
import { readText } from './read-text.js';

/** Bytes after which others on the thread get a turn, and a cancellation can arrive. */
const breathe = 1 << 19;
const reports = 10;

/**
 * The built-in task: what each part of a project is, for those who do not know it yet. Reads the files of a leaf and
 * nothing else; a file that cannot be read is counted and fails nothing.
 */
const survey: Task<Survey, Survey> = {
  name: 'survey',
  version: '1',

  async run({ files }, context) {
    const collector = createCollector();
    let sinceBreath = 0;
    let reported = 0;
    for (const [done, path] of files.entries()) {
      context.signal.throwIfAborted();
      const read = readText(context.root, path);
      if (read.text === undefined) collector.addUnread(path, read);
      else collector.add(path, read.bytes, lookInto(path, read.text));
      if (Math.floor((reports * done) / files.length) > reported) {
        reported = Math.floor((reports * done) / files.length);
        context.progress(done / files.length);
      }
      sinceBreath += read.bytes;
      if (sinceBreath < breathe) continue;
      sinceBreath = 0;
      await turn();
    }
    return collector.survey();
  },

  rollUp: ({ values }) => mergeSurveys(values),
};

export default survey;
