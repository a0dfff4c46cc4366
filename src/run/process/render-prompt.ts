import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Leaf } from '../../domain/subplan.js';
import { errorCode } from '../../util/error-code.js';
import { commonFolder, folderOf, upwards } from '../../util/paths.js';
import { type CommandFacts, filesOf, nodeOf, trialOf } from './command-facts.js';
import { isTrialName, type TrialName, trialText } from './trial-words.js';

type Part =
  | 'goal'
  | 'files'
  | 'roles'
  | 'packages'
  | 'context'
  | 'lineage'
  | 'siblings'
  | 'agents'
  | 'label'
  | 'id'
  | 'root'
  | 'contents'
  | 'values'
  | 'feedback'
  | TrialName;

const partPattern =
  /\{(goal|files|roles|packages|context|lineage|siblings|agents|label|id|root|contents|values|feedback|case|arm|replication|input|setting\.[\w-]+)\}/g;

/**
 * A template with everything it speaks of filled in. The same project gives the same text. What was said of the round
 * before is never lost: a template without a place for it has it at its end.
 */
export const renderPrompt = (template: string, facts: CommandFacts): string => {
  // What is filled in is not looked at again.
  const text = template.replace(partPattern, (written, part: Part) => {
    if (!isTrialName(part)) return partOf(part, facts);
    const trial = trialOf(facts);
    return trial ? trialText(trial, part) : written;
  });
  const feedback = facts.sample?.feedback;
  if (!feedback || template.includes('{feedback}')) return text;
  return `${text.trimEnd()}\n\n---\n\n${feedback}\n`;
};

const partOf = (part: Exclude<Part, TrialName>, facts: CommandFacts): string => {
  const { subject, root } = facts;
  switch (part) {
    case 'goal':
      return facts.goal ?? '';
    case 'files':
      return lines(filesOf(facts));
    case 'roles':
      return rolesText(subject.kind === 'leaf' ? subject.leaf.roles : {});
    case 'packages':
      return lines(subject.kind === 'leaf' ? (subject.leaf.packages ?? []).map((folder) => folder || '.') : []);
    case 'context':
      return lines(subject.kind === 'leaf' ? subject.leaf.context : []);
    case 'lineage':
      return facts.lineage().labels.join(' › ');
    case 'siblings':
      return lines(facts.lineage().siblings);
    case 'agents':
      return agentsNear(root, filesOf(facts));
    case 'label':
      return nodeOf(facts).label;
    case 'id':
      return nodeOf(facts).id;
    case 'root':
      return root;
    case 'contents':
      return filesOf(facts)
        .map((file) => inFence(file, contentOf(root, file)))
        .join('\n\n');
    case 'values':
      return subject.kind === 'leaf' ? '' : inFence('', JSON.stringify(subject.branch.children, undefined, 2), 'json');
    case 'feedback':
      return facts.sample?.feedback ?? '';
  }
};

/** `12 source, 3 test`. */
const rolesText = (roles: Leaf['roles'] = {}): string =>
  Object.entries(roles)
    .map(([role, count]) => `${count} ${role}`)
    .join(', ');

const lines = (texts: readonly string[]): string => texts.map((text) => `- ${text}`).join('\n');

/** The notes for agents that are nearest to the files: in the folder they share, or the first above it that has some. */
export const agentsNear = (root: string, files: readonly string[]): string => {
  const [first, ...rest] = files.map(folderOf);
  for (const folder of upwards(rest.reduce(commonFolder, first ?? ''))) {
    try {
      return readFileSync(join(root, folder, 'AGENTS.md'), 'utf8').trimEnd();
    } catch {
      // It is looked for further up.
    }
  }
  return '';
};

const contentOf = (root: string, file: string): string => {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch (error) {
    return `(cannot be read: ${errorCode(error)})`;
  }
};

/** A fence that nothing inside can close. */
const inFence = (heading: string, content: string, language = ''): string => {
  const longest = (content.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const body = content === '' || content.endsWith('\n') ? content : `${content}\n`;
  return `${heading === '' ? '' : `${heading}\n`}${fence}${language}\n${body}${fence}`;
};
