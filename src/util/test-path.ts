const folder =
  /(?:^|\/)(?:tests?|__tests__|specs?|testing|test[-_]?(?:data|utils?|fixtures?|suites?)|fixtures?|__fixtures__|examples?|demos?|samples?|bench(?:marks?)?|e2e|__mocks__|mocks?|idlelib\/idle_test)\//i;
const name =
  /(?:^test_|^tests?\.|[._-](?:test|spec|tests|e2e|bench|stories)\.|_test\.|^conftest\.py$|Tests?\.(?:java|kt|cs|swift|php)$)/;

/** Whether a file is there to try out or show the project, by its path: its names are not what the project offers. */
export const isTestPath = (path: string): boolean =>
  folder.test(path) || name.test(path.slice(path.lastIndexOf('/') + 1));
