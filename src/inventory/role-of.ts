import type { FileRole } from '../domain/inventory.js';
import { isCode } from '../domain/language-names.js';
import { nameOf } from '../util/paths.js';
import { hasTestName, isSuiteFolder, isTestFolder } from './tests.js';

const exampleFolder = /^(?:examples?|samples?|demos?|playgrounds?|tutorials?|showcase)$/i;
const toolingFolder = /^(?:scripts?|ci|tools?|tooling|hack|bench(?:marks?|es)?|perf|packaging|buildSrc|rakelib)$/i;
const documentFolder = /^(?:docs?|documentation|website|wiki|guides?|changelogs?|man)$/i;
const sourceFolder = /^(?:src|lib|source)$/i;
const prose: ReadonlySet<string> = new Set(['markdown', 'text', 'restructuredtext', 'asciidoc', 'tex']);
/** Code at the root that builds or checks the project instead of being it. */
const rootTool =
  /^(?:\..+|.+\.config\.[mc]?[jt]s|(?:grunt|gulp|danger|nox|rake|jake)file(?:\.\w+)?|setup\.py|conftest\.py|build\.rs|gemfile|gradlew|mvnw|configure)$/i;

/**
 * What a file is for, by its path and language. Folders are looked at from the top: `examples/app/test` shows the project,
 * and a package `samples` below `src` is its source.
 */
export const roleOf = (path: string, language: string): FileRole => {
  const folders = path.split('/').slice(0, -1);
  const find = (is: (name: string) => boolean): number => {
    const at = folders.findIndex(is);
    return at < 0 ? folders.length : at;
  };
  const source = find((name) => sourceFolder.test(name));
  const above = (pattern: RegExp) => folders.slice(0, source).some((name) => pattern.test(name));
  const tests = find((name) => isTestFolder(name) || isSuiteFolder(name));
  const example = find((name) => exampleFolder.test(name));
  const code = isCode(language);
  const isExample = example < folders.length && example < source;
  if (code && !(isExample && example < tests) && (tests < folders.length || hasTestName(path))) return 'test';
  if (isExample) return 'example';
  if (tests < folders.length) return 'data';
  if (folders.some((name) => /^\../.test(name)) || toolingFolder.test(folders[0] ?? '')) return 'tooling';
  if (above(documentFolder)) return 'document';
  if (folders.length === 0 && (!code || rootTool.test(nameOf(path)))) return 'project';
  if (code) return 'source';
  return prose.has(language) ? 'document' : 'data';
};
