import { expect, test } from 'vitest';
import { go } from '../../../src/languages/go/go.js';
import { projectView } from '../project-view.js';

/** A project from its paths: each Go file belongs to a package named after its folder, unless a text is given. */
const project = (files: Record<string, string>, hidden: Record<string, string> = {}) => {
  const resolve = go.resolver(projectView(files, { hidden, language: go }));
  return (from: string, text: string) => resolve(from, { text, kind: 'import' });
};
const p = 'package p\n';

test('an import of a package means its files, tests aside, whatever their build constraints', () => {
  const resolve = project({
    'go.mod': 'module example.com/m // the module\n\ngo 1.21\n',
    'main.go': 'package main\n',
    'lib/a.go': p,
    'lib/b_windows.go': p,
    'lib/a_test.go': p,
    'lib/_old.go': p,
    'lib/sub/c.go': p,
  });
  expect(resolve('main.go', 'example.com/m/lib')).toEqual(['lib/a.go', 'lib/b_windows.go']);
  expect(resolve('lib/a_test.go', 'example.com/m')).toEqual(['main.go']);
});

test('inside a known module a package without files is missing; anything else is external', () => {
  const resolve = project({ 'go.mod': 'module "example.com/m"', 'a.go': p, 'only/x_test.go': p });
  expect(resolve('a.go', 'example.com/m/nothing')).toBe('missing');
  expect(resolve('a.go', 'example.com/m/only')).toBe('missing');
  expect(resolve('a.go', 'example.com/more')).toBe('external');
  expect(resolve('a.go', 'fmt')).toBe('external');
});

test('a generator beside a package is no part of it, but a program has its own files', () => {
  const resolve = project({
    'go.mod': 'module m.org/m',
    'lib/lib.go': p,
    'lib/gen.go': '//go:build ignore\n\npackage main\n',
    'lib/gen_tables.go': p,
    'cmd/main.go': 'package main\n',
    'cmd/run.go': 'package main\n',
  });
  expect(resolve('cmd/main.go', 'm.org/m/lib')).toEqual(['lib/gen_tables.go', 'lib/lib.go']);
  expect(resolve('cmd/main_test.go', 'm.org/m/cmd')).toEqual(['cmd/main.go', 'cmd/run.go']);
});

test('the longest module path wins, and a module within a module is no part of the outer one', () => {
  const resolve = project({
    'go.mod': 'module m.org/m',
    'a.go': p,
    'api/go.mod': 'module m.org/m/api',
    'api/v/v.go': p,
    'other/go.mod': 'module elsewhere.org/other',
    'other/o.go': p,
  });
  expect(resolve('a.go', 'm.org/m/api/v')).toEqual(['api/v/v.go']);
  expect(resolve('a.go', 'm.org/m/other')).toBe('missing');
  expect(resolve('a.go', 'elsewhere.org/other')).toEqual(['other/o.go']);
});

test('replaced modules are found in the folders they are replaced by', () => {
  const resolve = project({
    'go.mod':
      'module m.org/m\nreplace (\n\told.org/x v1.2.3 => ./forks/x // why\n\tother.org/y => other.org/z v1.0.0\n)\nreplace k.io/up => ../up\n',
    'a.go': p,
    'forks/x/go.mod': 'module fork.org/x',
    'forks/x/deep/x.go': p,
  });
  expect(resolve('a.go', 'old.org/x/deep')).toEqual(['forks/x/deep/x.go']);
  expect(resolve('a.go', 'old.org/x/nothing')).toBe('missing');
  expect(resolve('a.go', 'other.org/y')).toBe('external');
  expect(resolve('a.go', 'k.io/up')).toBe('external');
});

test('a replacement decides between modules of one path', () => {
  const resolve = project({
    'go.mod': 'module m.org/m\nreplace x.org/x => ./new/x\n',
    'a.go': p,
    'copy/x/go.mod': 'module x.org/x',
    'copy/x/x.go': p,
    'new/x/go.mod': 'module x.org/x',
    'new/x/x.go': p,
  });
  expect(resolve('a.go', 'x.org/x')).toEqual(['new/x/x.go']);
});

test('a workspace laid out like Kubernetes resolves across its modules', () => {
  const resolve = project({
    'go.mod': 'module k8s.io/kubernetes',
    'go.work': 'go 1.22\nuse (\n\t.\n\t./staging/src/k8s.io/api\n)\nreplace old.io/api => ./staging/src/k8s.io/api\n',
    'pkg/kubelet/kubelet.go': p,
    'staging/src/k8s.io/api/go.mod': 'module k8s.io/api',
    'staging/src/k8s.io/api/core/v1/types.go': p,
    'staging/src/k8s.io/client-go/go.mod': 'module k8s.io/client-go\nreplace k8s.io/api => ../api\n',
    'staging/src/k8s.io/client-go/rest/rest.go': p,
  });
  const types = ['staging/src/k8s.io/api/core/v1/types.go'];
  expect(resolve('pkg/kubelet/kubelet.go', 'k8s.io/api/core/v1')).toEqual(types);
  expect(resolve('pkg/kubelet/kubelet.go', 'old.io/api/core/v1')).toEqual(types);
  expect(resolve('staging/src/k8s.io/client-go/rest/rest.go', 'k8s.io/api/core/v1')).toEqual(types);
  expect(resolve('staging/src/k8s.io/client-go/rest/rest.go', 'k8s.io/kubernetes/pkg/kubelet')).toEqual([
    'pkg/kubelet/kubelet.go',
  ]);
});

test('of modules with one path, such as fixtures, the own or the nearest is meant', () => {
  const resolve = project({
    'one/go.mod': 'module example.com',
    'one/a.go': p,
    'one/lib/l.go': p,
    'two/go.mod': 'module example.com',
    'two/a.go': p,
    'two/lib/l.go': p,
    'two/user/go.mod': 'module user.org',
    'two/user/u.go': p,
  });
  expect(resolve('two/a.go', 'example.com/lib')).toEqual(['two/lib/l.go']);
  expect(resolve('one/a.go', 'example.com/lib')).toEqual(['one/lib/l.go']);
  expect(resolve('two/user/u.go', 'example.com/lib')).toEqual(['two/lib/l.go']);
});

test('a module is itself, whatever fixtures below it are called', () => {
  const resolve = project({ 'fixture/go.mod': 'module m.org/m', 'go.mod': 'module m.org/m', 'a.go': p, 'lib/l.go': p });
  expect(resolve('a.go', 'm.org/m/lib')).toEqual(['lib/l.go']);
});

test('a fixture that is named like the standard library is not taken for it', () => {
  const resolve = project({
    'go.mod': 'module m.org/m',
    'a.go': p,
    'testdata/go.mod': 'module errors',
    'testdata/e.go': p,
    'testdata/sub/s.go': p,
  });
  expect(resolve('a.go', 'errors')).toBe('external');
  expect(resolve('testdata/e.go', 'errors/sub')).toEqual(['testdata/sub/s.go']);
});

test('vendored packages are found by the folders above, once they are in the inventory', () => {
  const resolve = project({
    'go.mod': 'module m.org/m',
    'cmd/c.go': p,
    'cmd/vendor/x.org/x/x.go': p,
    'vendor/x.org/x/x.go': p,
    'z/z.go': p,
  });
  expect(resolve('cmd/c.go', 'x.org/x')).toEqual(['cmd/vendor/x.org/x/x.go']);
  expect(resolve('z/z.go', 'x.org/x')).toEqual(['vendor/x.org/x/x.go']);
});

test('the standard library resolves within itself, by its module or by its folder', () => {
  const files = {
    'usr/src/cmd/go.mod': 'module cmd',
    'usr/src/cmd/internal/obj/o.go': p,
    'usr/src/fmt/print.go': p,
    'usr/src/runtime/r.go': p,
    'usr/src/vendor/golang.org/x/net/n.go': p,
  };
  for (const resolve of [project({ ...files, 'usr/src/go.mod': 'module std' }), project(files)]) {
    expect(resolve('usr/src/runtime/r.go', 'fmt')).toEqual(['usr/src/fmt/print.go']);
    expect(resolve('usr/src/cmd/internal/obj/o.go', 'fmt')).toEqual(['usr/src/fmt/print.go']);
    expect(resolve('usr/src/fmt/print.go', 'cmd/internal/obj')).toEqual(['usr/src/cmd/internal/obj/o.go']);
    expect(resolve('usr/src/fmt/print.go', 'golang.org/x/net')).toEqual(['usr/src/vendor/golang.org/x/net/n.go']);
    expect(resolve('usr/src/fmt/print.go', 'no/such')).toBe('external');
  }
});

test('without modules an import path starts at a folder named src, or at the root', () => {
  const resolve = project({
    'src/app/main.go': p,
    'src/github.com/x/lib/l.go': p,
    'src/log/l.go': p,
    'tool/t.go': p,
  });
  expect(resolve('src/app/main.go', 'github.com/x/lib')).toEqual(['src/github.com/x/lib/l.go']);
  expect(resolve('src/app/main.go', 'log')).toBe('external');
  expect(resolve('tool/t.go', 'src/app')).toEqual(['src/app/main.go']);
  expect(resolve('src/app/main.go', '../github.com/x/lib')).toEqual(['src/github.com/x/lib/l.go']);
  expect(resolve('src/app/main.go', '../../../out')).toBe('missing');
});

test('inside a module a folder named src is nothing special', () => {
  const resolve = project({ 'go.mod': 'module m.org/m', 'src/util/u.go': p, 'src/a.go': p });
  expect(resolve('src/a.go', 'util')).toBe('external');
});

test('a go.mod that is kept out of the inventory still counts', () => {
  const resolve = project({ 'svc/a.go': p, 'svc/lib/l.go': p }, { 'svc/go.mod': 'module m.org/m' });
  expect(resolve('svc/a.go', 'm.org/m/lib')).toEqual(['svc/lib/l.go']);
});

test('a broken go.mod is no reason to fail', () => {
  for (const text of ['', 'module', 'module (', ')', 'replace', 'replace => ./x', 'replace a =>', '((((']) {
    expect(project({ 'go.mod': text, 'a.go': p })('a.go', 'x.org/y')).toBe('external');
  }
});
