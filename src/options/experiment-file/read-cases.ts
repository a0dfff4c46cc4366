import type { Finding, Problem } from '../../domain/failure.js';
import { option } from '../../domain/message.js';
import type { Case } from '../../domain/trial.js';
import { show } from '../../util/show.js';
import { csvCases } from './csv-cases.js';
import { readDocument } from './document.js';
import { caseFileOf, caseFiles } from './fields.js';
import { fileFailure } from './file-failure.js';
import { jsonLineCases } from './json-line-cases.js';
import { readCaseList } from './members.js';

/** Reads cases from a file of their own, by the end of its name. Throws one failure that lists all that is wrong, with lines. */
export const readCases = (text: string, name: string): Case[] => {
  const problems: Problem[] = [];
  const cases = casesIn(text, name, problems);
  if (problems.length === 0 && cases.length === 0) {
    problems.push({ field: name, expected: 'one case or more', received: 'none' });
  }
  if (problems.length > 0) throw fileFailure(name, problems);
  return cases;
};

const casesIn = (text: string, name: string, problems: Problem[]): Case[] => {
  switch (caseFileOf(name)) {
    case undefined:
      problems.push({ field: name, expected: `a name that ends in ${caseFiles.join(', ')}`, received: show(name) });
      return [];
    case '.csv':
      return csvCases(text, name, problems);
    case '.jsonl':
    case '.ndjson':
      return jsonLineCases(text, name, problems);
    default:
      return listedCases(text, name, problems);
  }
};

const listedCases = (text: string, name: string, problems: Problem[]): Case[] => {
  const { value, placed, written } = readDocument(text, name);
  const found: Finding[] = [];
  const cases = Array.isArray(value) ? readCaseList(option(''), value, { problems: found, written }) : [];
  if (!Array.isArray(value)) found.push({ subject: option(''), expected: 'a list of cases', received: show(value) });
  problems.push(...placed(found));
  return cases;
};
