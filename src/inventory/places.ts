import { isSuiteFolder, isTestFolder } from './tests.js';

/** Folders that only hold others: they say nothing of what is in them. */
const neutral = new Set(
  [
    'src',
    'source',
    'sources',
    'lib',
    'libs',
    'main',
    'java',
    'kotlin',
    'groovy',
    'scala',
    'unit',
    'functional',
    'packages',
  ].concat(['crates', 'internals', 'modules', 'projects', 'test', 'tests', 'spec', 'specs', 'resources', 'pkg']),
);

/** Letters and digits in lower case, so that `FooBar`, `foo-bar` and `foo_bar` are one word. */
export const plainWord = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Without the ending of a plural. */
export const singular = (word: string): string =>
  word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '') : word;

/** What the name of a folder of tests says of its subject: `Foo.Tests` is `foo`, `__tests__` nothing. */
const subjectWord = (name: string): string => plainWord(name.replace(/[._-]?(?:unit)?[._-]?(?:tests?|specs?)$/i, ''));

/** The telling words of a folder, from the top: `packages/core/src/test/router` is `core router`. */
export const telling = (folder: string): string[] =>
  folder === ''
    ? []
    : folder
        .split('/')
        .map((name) => (isTestFolder(name) && !isWholeSuite(name) ? subjectWord(name) : plainWord(name)))
        .filter((word) => word !== '' && !neutral.has(word))
        .map(singular);

/** Whether a folder holds tests of the whole. Functional tests are often those of a part, in a folder of its name. */
export const isWholeSuite = (folder: string): boolean =>
  folder.split('/').some((name) => isSuiteFolder(name) && !/^functional/i.test(name));
