import { isBuiltin } from 'node:module';
import { folderOf } from '../../../util/paths.js';
import type { ProjectView, Resolution, Resolver } from '../../language.js';
import type { Asker } from './files.js';
import { bare, hasScheme, isRelative } from './specifiers.js';
import { Workspace } from './workspace.js';

/** Components are bundled, not compiled by TypeScript, so they ask as JavaScript does even where they hold types. */
const isTyped = (path: string): boolean => /\.[mc]?tsx?$/.test(path);

const asResolution = (found: string | undefined, otherwise: 'external' | 'missing'): Resolution =>
  found === undefined ? otherwise : [found];

type Answers = Readonly<Record<Asker, Map<string, Resolution>>>;
const noAnswers = (): Answers => ({ typescript: new Map(), module: new Map(), commonjs: new Map() });

/** Resolves as TypeScript, Node and bundlers would, over the files of the project only. */
export const resolver = (project: ProjectView): Resolver => {
  const workspace = new Workspace(project);
  const resolve = (folder: string, text: string, asker: Asker): Resolution => {
    const specifier = bare(text);
    const place = { folder, asker };
    if (isRelative(specifier)) return workspace.relative(specifier, place);
    if (specifier === '' || hasScheme(specifier)) return 'external';
    const mapped = workspace.mapped(specifier, place);
    if (mapped !== undefined) return [mapped];
    if (isBuiltin(specifier)) return 'external';
    if (specifier.startsWith('#')) return workspace.internal(specifier, place);
    if (specifier.startsWith('/')) return asResolution(workspace.guessed(specifier.slice(1), place), 'external');
    if (/^[~@]{1,2}\//.test(specifier)) {
      return asResolution(workspace.guessed(specifier.slice(specifier.indexOf('/') + 1), place), 'missing');
    }
    return workspace.named(specifier, place);
  };

  // A graph asks file by file, so the folder is mostly that of the question before.
  const folders = new Map<string, Answers>();
  let lastFrom: string | undefined;
  let lastFolder = '';
  let typed = false;
  let answers = noAnswers();
  return (from, { text, kind }) => {
    if (from !== lastFrom) {
      lastFrom = from;
      lastFolder = folderOf(from);
      typed = isTyped(from);
      answers = folders.get(lastFolder) ?? noAnswers();
      folders.set(lastFolder, answers);
    }
    const asker = typed ? 'typescript' : kind === 'require' ? 'commonjs' : 'module';
    let answer = answers[asker].get(text);
    if (answer === undefined) {
      answer = resolve(lastFolder, text, asker);
      answers[asker].set(text, answer);
    }
    return answer;
  };
};
