import { languageOfPath } from '../../domain/language-names.js';
import {
  type About,
  type EntryPoint,
  type FileNote,
  type LanguageShare,
  type LargeFile,
  type PublicName,
  type Survey,
  type Todo,
  todoTags,
  type UnreadFile,
} from '../../domain/survey.js';
import { detachText } from '../../util/detach-text.js';
import { isTestPath } from '../../util/test-path.js';
import type { Findings } from './look-into.js';
import { createMentions } from './mentions.js';
import { firstOf, kept } from './merge.js';
import { byEntryKind, byFile, byHeight, byLines, byNameScore, byNoteScore, bySize, byTag } from './orders.js';
import type { ReadFile } from './read-text.js';
import { scoreNames } from './score.js';

const isHidden = (path: string): boolean => /(?:^|\/)\./.test(path);

/** Puts together what the files of one leaf say. */
export const createCollector = () => {
  const languages = new Map<string, { language: string; files: number; lines: number }>();
  const unread: UnreadFile[] = [];
  const about: About[] = [];
  const largest: LargeFile[] = [];
  const entryPoints: EntryPoint[] = [];
  const todos: Todo[] = [];
  const seen: { path: string; note: string | undefined; names: Findings['names'] }[] = [];
  const mentions = createMentions();
  let [files, bytes, lines] = [0, 0, 0];

  const count = (language: string, more: number): void => {
    const share = languages.get(language) ?? { language, files: 0, lines: 0 };
    languages.set(language, { language, files: share.files + 1, lines: share.lines + more });
    lines += more;
  };

  return {
    addUnread(path: string, read: ReadFile): void {
      files++;
      bytes += read.bytes;
      count(languageOfPath(path), 0);
      if (read.reason) unread.push({ file: path, reason: read.reason });
    },

    add(path: string, size: number, found: Findings): void {
      files++;
      bytes += size;
      count(found.language, found.lines);
      largest.push({ file: path, lines: found.lines });
      entryPoints.push(...found.entryPoints);
      for (const todo of found.todos) todos.push({ ...todo, file: path, text: detachText(todo.text) });
      if (found.about) about.push({ ...found.about, text: detachText(found.about.text), file: path });
      mentions.add(found.code);
      seen.push({
        path,
        note: found.note && detachText(found.note),
        // From here on it only matters whether a name has a comment.
        names: found.names.map((one) => ({ ...one, name: detachText(one.name), doc: one.doc && '' })),
      });
    },

    survey(): Survey {
      const definers = new Map<string, number>();
      for (const { name } of seen.flatMap(({ names: defined }) => defined))
        definers.set(name, (definers.get(name) ?? 0) + 1);
      const users = (name: string): number => Math.max(0, mentions.of(name) - (definers.get(name) ?? 0));
      const names: PublicName[] = [];
      const notes: FileNote[] = [];
      for (const { path, note, names: defined } of seen) {
        const scored = scoreNames(path, defined, users);
        names.push(...scored);
        const score = scored.reduce(
          (most, one) => Math.max(most, one.score),
          isTestPath(path) ? -50 : isHidden(path) ? -30 : 0,
        );
        if (note !== undefined) notes.push({ file: path, text: note, score });
      }
      return {
        ...{ files, bytes, lines },
        languages: [...languages.values()].sort(byLines) satisfies LanguageShare[],
        unread: { total: unread.length, top: firstOf(unread, byFile, kept.unread) },
        about: firstOf(about, byHeight, kept.about),
        notes: { total: notes.length, top: firstOf(notes, byNoteScore, kept.notes) },
        names: { total: names.length, top: firstOf(names, byNameScore, kept.names) },
        entryPoints: { total: entryPoints.length, top: firstOf(entryPoints, byEntryKind, kept.entryPoints) },
        todos: {
          total: todos.length,
          top: firstOf(todos, byTag, kept.todos),
          byTag: Object.fromEntries(
            todoTags.map((tag) => [tag, todos.filter((todo) => todo.tag === tag).length]),
          ) as Survey['todos']['byTag'],
        },
        largest: firstOf(largest, bySize, kept.largest),
      };
    },
  };
};
