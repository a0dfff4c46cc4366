import type { Measures } from '../domain/measures.js';
import { count, percent } from './numbers.js';
import { visible } from './visible.js';

/** What to say of languages whose imports are not read: a plan by folders shall not pass for one by imports. */
export const unreadTexts = ({ unread }: Measures): string[] =>
  unread.map(({ language, files, share }, i) => {
    const which = `imports of ${visible(language)} (${count(files)} ${files === 1 ? 'file' : 'files'}, ${percent(share)} of the code)`;
    const next = i === 0 ? '; imports that you know can be given: decompose({ files: [{ path, imports }] })' : '';
    return `${which} cannot be read: only folders tie these files${next}`;
  });
