import type { Language, ProjectView } from '../../src/languages/language.js';
import { readOnDemand } from './read-on-demand.js';

export interface ViewOptions {
  /** Files that can be read but are not in the inventory. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Reads the files, for languages whose resolver asks what files declare or mention. */
  readonly language?: Language;
}

/** A project in memory: paths with their texts. */
export const projectView = (
  texts: Readonly<Record<string, string>>,
  { hidden = {}, language }: ViewOptions = {},
): ProjectView => {
  const files = Object.keys(texts).sort();
  const all = new Map(Object.entries({ ...hidden, ...texts }));
  const listed = new Set(files);
  const has = (path: string): boolean => listed.has(path);
  const readText = (path: string): string | undefined => all.get(path);
  return { files, has, readText, ...readOnDemand({ has, readText }, language) };
};
