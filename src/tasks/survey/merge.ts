import { type LanguageShare, type Ranked, type Survey, todoTags } from '../../domain/survey.js';
import { byEntryKind, byFile, byHeight, byLines, byNameScore, byNoteScore, bySize, byTag } from './orders.js';

/** How many entries each list keeps, in a leaf as at the root. */
export const kept = { about: 8, notes: 30, names: 60, entryPoints: 12, todos: 12, largest: 8, unread: 8 } as const;

/**
 * Several surveys as one. Counts are added and lists keep their first entries by a total order, so it makes no
 * difference in which order or in what groups surveys are merged.
 */
export const mergeSurveys = (surveys: readonly Survey[]): Survey => {
  const sum = (of: (survey: Survey) => number): number => surveys.reduce((total, survey) => total + of(survey), 0);
  const ranked = <T>(of: (survey: Survey) => Ranked<T>, order: (a: T, b: T) => number, most: number): Ranked<T> => ({
    total: sum((survey) => of(survey).total),
    top: firstOf(
      surveys.flatMap((survey) => of(survey).top),
      order,
      most,
    ),
  });
  return {
    files: sum((survey) => survey.files),
    bytes: sum((survey) => survey.bytes),
    lines: sum((survey) => survey.lines),
    languages: mergeLanguages(surveys.flatMap(({ languages }) => languages)),
    unread: ranked((survey) => survey.unread, byFile, kept.unread),
    about: firstOf(
      surveys.flatMap(({ about }) => about),
      byHeight,
      kept.about,
    ),
    notes: ranked((survey) => survey.notes, byNoteScore, kept.notes),
    names: ranked((survey) => survey.names, byNameScore, kept.names),
    entryPoints: ranked((survey) => survey.entryPoints, byEntryKind, kept.entryPoints),
    todos: {
      ...ranked((survey) => survey.todos, byTag, kept.todos),
      byTag: Object.fromEntries(
        todoTags.map((tag) => [tag, sum(({ todos }) => todos.byTag[tag])]),
      ) as Survey['todos']['byTag'],
    },
    largest: firstOf(
      surveys.flatMap(({ largest }) => largest),
      bySize,
      kept.largest,
    ),
  };
};

export const firstOf = <T>(items: readonly T[], order: (a: T, b: T) => number, most: number): T[] =>
  [...items].sort(order).slice(0, most);

const mergeLanguages = (shares: readonly LanguageShare[]): LanguageShare[] => {
  const sums = new Map<string, LanguageShare>();
  for (const share of shares) {
    const { files = 0, lines = 0 } = sums.get(share.language) ?? {};
    sums.set(share.language, {
      language: share.language,
      files: files + share.files,
      lines: lines + share.lines,
    });
  }
  return [...sums.values()].sort(byLines);
};
