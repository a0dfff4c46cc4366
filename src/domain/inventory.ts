import type { Specifier } from './specifier.js';

/**
 * What a file is for. `example`: shows how the project is used; `tooling`: builds, checks or measures it; `project`: stands
 * at the root and is no code; `data`: what the others read.
 */
export const fileRoles = ['source', 'test', 'example', 'document', 'tooling', 'data', 'project'] as const;
export type FileRole = (typeof fileRoles)[number];

/** A file as it was listed. Paths are relative to the root and use `/`. */
export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
  readonly tokens: number;
  /** What the file is written in, such as `typescript`; `other` where nothing is known of its ending. */
  readonly language: string;
}

/** One file of the project. */
export interface ProjectFile extends ListedFile {
  readonly role: FileRole;
  /** The folder of its package: the nearest one above it that has a manifest. Empty where that is the project itself. */
  readonly package: string;
}

/** A file as the scan found it: with what it imports, as written, not yet resolved to files. */
export interface ScannedFile extends ListedFile {
  readonly specifiers: readonly Specifier[];
  /** The names it gives to others, in languages that find files by names: packages, namespaces, types. */
  readonly declares: readonly string[];
}

/** Reasons that judge what a file holds, and can be overruled with `keep`. */
export const keepableReasons = ['binary', 'vendored', 'minified', 'generated', 'lock', 'oversized'] as const;
export type KeepableReason = (typeof keepableReasons)[number];

/** Why a file stands in no leaf. Beyond those that can be overruled, there is nothing to read or no way to name it. */
export const leftOutReasons = [...keepableReasons, 'link', 'unreadable', 'name-not-utf8', 'special'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export interface LeftOut {
  readonly path: string;
  readonly reason: LeftOutReason;
  /** What was seen, for people: `first NUL byte at 12`, `links to ../outside`, `EACCES`. */
  readonly detail: string;
}

/** What the scan found. Both lists are sorted by path. */
export interface Inventory {
  readonly files: readonly ScannedFile[];
  readonly leftOut: readonly LeftOut[];
  /** Where the list of files came from: git itself, or a walk over the folders. */
  readonly source: 'git' | 'walk';
  /** Things a person should know, such as why git was not asked. */
  readonly notes: readonly string[];
}
