/**
 * What the survey found in a part of a project: plain values that cross threads and can be written down. Counts are of
 * everything; lists hold the most important entries only, so that the survey of 100,000 files stays small.
 */
export interface Survey {
  readonly files: number;
  readonly bytes: number;
  /** Lines that are not blank, of the files that could be read. */
  readonly lines: number;
  /** Most lines first. */
  readonly languages: readonly LanguageShare[];
  /** Files that are counted and were not looked into. */
  readonly unread: Ranked<UnreadFile>;
  /** What the part says of itself: that of the highest folder first. */
  readonly about: readonly About[];
  /** What single files say of themselves. */
  readonly notes: Ranked<FileNote>;
  readonly names: Ranked<PublicName>;
  readonly entryPoints: Ranked<EntryPoint>;
  readonly todos: Ranked<Todo> & { readonly byTag: Readonly<Record<TodoTag, number>> };
  readonly largest: readonly LargeFile[];
}

/** How many there are, and the first of them. */
export interface Ranked<T> {
  readonly total: number;
  readonly top: readonly T[];
}

export interface LanguageShare {
  readonly language: string;
  readonly files: number;
  readonly lines: number;
}

/** Why a file was not looked into. */
export type UnreadReason = 'missing' | 'unreadable' | 'binary' | 'too-large';

export interface UnreadFile {
  readonly file: string;
  readonly reason: UnreadReason;
}

/** Where a description comes from, the most telling first: a README, a manifest's field, the comment of a package. */
export const aboutSources = ['readme', 'manifest', 'package'] as const;
export type AboutSource = (typeof aboutSources)[number];

export interface About {
  readonly text: string;
  readonly file: string;
  readonly source: AboutSource;
}

export interface FileNote {
  readonly file: string;
  readonly text: string;
  /** How much the other files of its leaf make of the file. */
  readonly score: number;
}

export interface PublicName {
  readonly name: string;
  /** As its language calls it: `class`, `function`, `macro`. */
  readonly kind: string;
  readonly file: string;
  /** How much speaks for it: how many other files of its leaf mention it, its kind, whether it is documented. */
  readonly score: number;
}

/** `command`: a program with a name. `library`: what importers get. `main`: where a program begins. */
export const entryKinds = ['command', 'library', 'main', 'script'] as const;

export interface EntryPoint {
  readonly kind: (typeof entryKinds)[number];
  readonly file: string;
  /** Of a command. */
  readonly name?: string;
  /** What a manifest points at. */
  readonly target?: string;
}

/** The most pressing first. */
export const todoTags = ['FIXME', 'XXX', 'HACK', 'TODO'] as const;
export type TodoTag = (typeof todoTags)[number];

export interface Todo {
  readonly tag: TodoTag;
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface LargeFile {
  readonly file: string;
  readonly lines: number;
}
