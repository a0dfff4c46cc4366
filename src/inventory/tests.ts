import { nameOf } from '../util/paths.js';

const testFolder = /^(?:tests?|__tests?__|specs?|__specs__|test-d|unit-?tests?)$/i;
/** `Foo.Tests`, `foo-tests`, `FooUnitTests`: a folder or a project of tests beside what it tests. */
const foldersOfTests = /[._-](?:[Tt]ests?|[Ss]pecs?)$|[a-z](?:Tests|Specs)$/;

export const isTestFolder = (name: string): boolean => testFolder.test(name) || foldersOfTests.test(name);

const suite =
  /^(?:e2e|end-?to-?end|integration|functional|acceptance|smoke|interop)(?:[-_]?tests?)?$|[._-](?:e2e|integration|functional|acceptance|smoke)(?:[._-]?tests?)?$/i;

/** Whether a folder holds tests of the whole, which are of no single subject. */
export const isSuiteFolder = (name: string): boolean => suite.test(name);

const nameOfTest =
  /^tests?[_.-].|[._-](?:tests?|specs?|e2e-spec|test-d|tst)\.[^.]+$|[a-z0-9](?:Tests?|Specs?|TestCase)\.[^.]+$/;

/** `parser.test.ts`, `parser_test.go`, `test_parser.py`, `ParserTest.java`, `parser.spec.js`, `ParserTests.cs`. */
export const hasTestName = (path: string): boolean => nameOfTest.test(nameOf(path));

const affixes =
  /^tests?[_.-](?=.)|(?:[._-](?:int|integration|standard|e2e|unit|perf|benchmark|prop))*[._-](?:tests?|specs?|e2e-spec|test-d|tst)$|(?<=[a-z0-9])(?:Tests?|Specs?|TestCase)$/g;

/** The name of a test without its ending and what says that it is a test: `parser` for `parser.test.ts`. */
export const stemOfTest = (path: string): string =>
  nameOf(path)
    .replace(/\.[^.]*$/, '')
    .replace(affixes, '');
