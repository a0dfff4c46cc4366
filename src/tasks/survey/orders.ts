import {
  type About,
  aboutSources,
  type EntryPoint,
  entryKinds,
  type FileNote,
  type LanguageShare,
  type LargeFile,
  type PublicName,
  type Todo,
  todoTags,
  type UnreadFile,
} from '../../domain/survey.js';
import { compareText } from '../../util/compare.js';

// Total orders, so that the first of them are the same however surveys are put together.

type Order<T> = (a: T, b: T) => number;

const first =
  <T>(...orders: readonly Order<T>[]): Order<T> =>
  (a, b) => {
    for (const order of orders) {
      const found = order(a, b);
      if (found !== 0) return found;
    }
    return 0;
  };

const by =
  <T>(key: (item: T) => string): Order<T> =>
  (a, b) =>
    compareText(key(a), key(b));

const least =
  <T>(key: (item: T) => number): Order<T> =>
  (a, b) =>
    key(a) - key(b);

const most =
  <T>(key: (item: T) => number): Order<T> =>
  (a, b) =>
    key(b) - key(a);

const depthOf = ({ file }: { readonly file: string }): number => file.split('/').length;

/** An empty text and none at all are two things. */
const orNone = (text: string | undefined): string => (text === undefined ? '' : `=${text}`);

export const byLines = first<LanguageShare>(
  most((one) => one.lines),
  most((one) => one.files),
  by((one) => one.language),
);
export const byHeight = first<About>(
  least(depthOf),
  least((one) => aboutSources.indexOf(one.source)),
  by((one) => one.file),
  by((one) => one.text),
);
export const byNameScore = first<PublicName>(
  most((one) => one.score),
  by((one) => one.file),
  by((one) => one.name),
  by((one) => one.kind),
);
export const byNoteScore = first<FileNote>(
  most((one) => one.score),
  by((one) => one.file),
  by((one) => one.text),
);
export const byEntryKind = first<EntryPoint>(
  least((one) => entryKinds.indexOf(one.kind)),
  least(depthOf),
  by((one) => one.file),
  by((one) => orNone(one.name)),
  by((one) => orNone(one.target)),
);
export const byTag = first<Todo>(
  least((one) => todoTags.indexOf(one.tag)),
  by((one) => one.file),
  least((one) => one.line),
  by((one) => one.text),
);
export const bySize = first<LargeFile>(
  most((one) => one.lines),
  by((one) => one.file),
);
export const byFile = first<UnreadFile>(
  by((one) => one.file),
  by((one) => one.reason),
);
