import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { python } from '../../../src/languages/python/python.js';
import { growth, linear } from '../../growth.js';
import { rounds } from '../../rounds.js';
import { projectView } from '../project-view.js';

/** A project of empty files, and what a line of Python in one of them resolves to. */
const project = (...files: string[]) => {
  const resolve = python.resolver(projectView(Object.fromEntries(files.map((file) => [file, '']))));
  return (from: string, line: string) => {
    const specifiers = python.read(line, from);
    expect(specifiers).toHaveLength(1);
    return resolve(from, specifiers[0]!);
  };
};

describe('an import of a module', () => {
  const resolve = project('a/__init__.py', 'a/m.py', 'a/b/__init__.py', 'a/b/c.py', 'a/b/d/__init__.py', 'main.py');

  it.each([
    ['import a', ['a/__init__.py']],
    ['import a.m', ['a/m.py']],
    ['import a.b.c', ['a/b/c.py']],
    ['import a.b.d', ['a/b/d/__init__.py']],
    ['import main', ['main.py']],
    ["__import__('a.b')", ['a/b/__init__.py']],
    ['from a.__init__ import x', ['a/__init__.py']],
  ])('%s', (line, files) => {
    expect(resolve('main.py', line)).toEqual(files);
    expect(resolve('a/b/c.py', line)).toEqual(files);
  });

  it('that is not in its package is missing', () => {
    expect(resolve('main.py', 'import a.nowhere')).toBe('missing');
    expect(resolve('main.py', 'from a.b.nowhere import x')).toBe('missing');
    expect(resolve('main.py', 'import a.m.x')).toBe('missing');
  });

  it('of another package is external', () => {
    expect(resolve('main.py', 'import os.path')).toBe('external');
    expect(resolve('main.py', 'from numpy import array')).toBe('external');
  });
});

describe('an import of names', () => {
  const resolve = project('p/__init__.py', 'p/a.py', 'p/b/__init__.py', 'p/data/x.py', 'main.py');

  it('means the submodules among them', () => {
    expect(resolve('main.py', 'from p import a')).toEqual(['p/a.py']);
    expect(resolve('main.py', 'from p import a, b')).toEqual(['p/a.py', 'p/b/__init__.py']);
  });

  it('means the package for all others, once', () => {
    expect(resolve('main.py', 'from p import f, g')).toEqual(['p/__init__.py']);
    expect(resolve('main.py', 'from p import f, a, g')).toEqual(['p/__init__.py', 'p/a.py']);
    expect(resolve('main.py', 'from p import *')).toEqual(['p/__init__.py']);
  });

  it('means the module where it is no package', () => {
    expect(resolve('main.py', 'from p.a import b')).toEqual(['p/a.py']);
  });

  it('means both where the package itself is imported too', () => {
    expect(resolve('main.py', 'import p; from p import a')).toEqual(['p/a.py', 'p/__init__.py']);
  });

  it('finds submodules in a folder of the package that has no __init__', () => {
    expect(resolve('main.py', 'from p.data import x')).toEqual(['p/data/x.py']);
    expect(resolve('main.py', 'from p.data import y')).toBe('missing');
  });
});

describe('a relative import', () => {
  const resolve = project(
    'p/__init__.py',
    'p/a.py',
    'p/q/__init__.py',
    'p/q/b.py',
    'p/q/c.py',
    'scripts/s.py',
    'top.py',
  );

  it.each([
    ['p/q/b.py', 'from . import c', ['p/q/c.py']],
    ['p/q/b.py', 'from .c import x', ['p/q/c.py']],
    ['p/q/__init__.py', 'from .c import x', ['p/q/c.py']],
    ['p/q/b.py', 'from . import x', ['p/q/__init__.py']],
    ['p/q/b.py', 'from .. import a', ['p/a.py']],
    ['p/q/b.py', 'from ..a import x', ['p/a.py']],
    ['p/q/b.py', 'from ..q.c import x', ['p/q/c.py']],
    ['p/q/b.py', 'from ... import top', ['top.py']],
    ['scripts/t.py', 'from .s import x', ['scripts/s.py']],
  ])('of %s: %s', (from, line, files) => expect(resolve(from, line)).toEqual(files));

  it.each([
    ['p/q/b.py', 'from .nowhere import x'],
    ['p/q/b.py', 'from .... import top'],
    ['scripts/s.py', 'from . import nowhere'],
  ])('of %s is missing where it leads nowhere: %s', (from, line) => expect(resolve(from, line)).toBe('missing'));
});

describe('absolute imports start', () => {
  it('in src and lib of a folder with a project file', () => {
    const resolve = project(
      'one/pyproject.toml',
      'one/src/m1.py',
      'two/setup.cfg',
      'two/lib/m2.py',
      'three/setup.py',
      'three/m3.py',
      'x/y.py',
    );
    expect(resolve('x/y.py', 'import m1')).toEqual(['one/src/m1.py']);
    expect(resolve('x/y.py', 'import m2')).toEqual(['two/lib/m2.py']);
    expect(resolve('x/y.py', 'import m3')).toEqual(['three/m3.py']);
  });

  it('in src without a project file', () => {
    expect(project('deep/src/m.py', 'x/y.py')('x/y.py', 'import m')).toEqual(['deep/src/m.py']);
  });

  it('in any folder that holds a top-level package', () => {
    const resolve = project('packages/a/python/pa/__init__.py', 'packages/b/pb/__init__.py', 'packages/b/pb/m.py');
    expect(resolve('packages/b/pb/m.py', 'import pa')).toEqual(['packages/a/python/pa/__init__.py']);
  });

  it('in the folder of a script and those above', () => {
    const resolve = project('tools/gen/run.py', 'tools/gen/helper.py', 'tools/common.py');
    expect(resolve('tools/gen/run.py', 'import helper')).toEqual(['tools/gen/helper.py']);
    expect(resolve('tools/gen/run.py', 'import common')).toEqual(['tools/common.py']);
    expect(resolve('tools/gen/run.py', 'import gen.helper')).toEqual(['tools/gen/helper.py']);
    expect(resolve('tools/common.py', 'import helper')).toBe('external');
  });

  it('not inside a package: a module next door has the full name', () => {
    const resolve = project('p/__init__.py', 'p/q/__init__.py', 'p/q/redis.py', 'p/q/m.py', 'p/docker/__init__.py');
    expect(resolve('p/q/m.py', 'import redis')).toBe('external');
    expect(resolve('p/q/m.py', 'import docker')).toBe('external');
  });

  it('not in a package that has a setup.py of its own', () => {
    const resolve = project('np/__init__.py', 'np/setup.py', 'np/linear.py', 'other/m.py');
    expect(resolve('other/m.py', 'import linear')).toBe('external');
  });

  it('not in a src that is part of a package', () => {
    const resolve = project('p/__init__.py', 'p/src/__init__.py', 'p/src/redis.py', 'other/m.py');
    expect(resolve('other/m.py', 'import redis')).toBe('external');
  });

  it('inside a package after all where that is a single folder of scripts', () => {
    const resolve = project('app/__init__.py', 'app/main.py', 'app/utils.py', 'app/yaml.py');
    expect(resolve('app/main.py', 'from utils import x')).toEqual(['app/utils.py']);
    expect(resolve('app/yaml.py', 'import yaml')).toBe('external');
    const taken = project('app/__init__.py', 'app/main.py', 'app/utils.py', 'utils/__init__.py');
    expect(taken('app/main.py', 'import utils')).toEqual(['utils/__init__.py']);
  });

  it('below tests only for what stands there too', () => {
    const resolve = project('src/m.py', 'tests/stubs/redis/__init__.py', 'tests/stubs/ns/x.py', 'tests/unit/t.py');
    expect(resolve('tests/unit/t.py', 'import redis')).toEqual(['tests/stubs/redis/__init__.py']);
    expect(resolve('src/m.py', 'import redis')).toBe('external');
    expect(resolve('src/m.py', 'import ns.x')).toBe('external');
    expect(resolve('tests/unit/t.py', 'import ns.x')).toEqual(['tests/stubs/ns/x.py']);
  });
});

describe('where several roots have the name', () => {
  it('the nearest wins, then the shortest', () => {
    const resolve = project(
      'a/tests/__init__.py',
      'a/tests/util.py',
      'b/tests/__init__.py',
      'b/tests/util.py',
      'b/x/y/pkg/__init__.py',
      'c/pkg/__init__.py',
      'z.py',
    );
    expect(resolve('a/tests/t.py', 'import tests.util')).toEqual(['a/tests/util.py']);
    expect(resolve('b/tests/t.py', 'import tests.util')).toEqual(['b/tests/util.py']);
    expect(resolve('z.py', 'import pkg')).toEqual(['c/pkg/__init__.py']);
    expect(resolve('b/x/z.py', 'import pkg')).toEqual(['b/x/y/pkg/__init__.py']);
  });

  it('a farther one that has the module goes before a nearer one that has not', () => {
    const resolve = project('a/lib/__init__.py', 'a/main.py', 'b/lib/__init__.py', 'b/lib/only_here.py');
    expect(resolve('a/main.py', 'import lib.only_here')).toEqual(['b/lib/only_here.py']);
    expect(resolve('a/main.py', 'import lib')).toEqual(['a/lib/__init__.py']);
  });

  it('the order of the files does not matter', () => {
    const files = ['a/pkg/__init__.py', 'b/pkg/__init__.py', 'c/m.py'];
    for (const order of [files, files.toReversed()]) {
      expect(python.resolver({ ...projectView({}), files: order })('c/m.py', { text: 'pkg', kind: 'import' })).toEqual([
        'a/pkg/__init__.py',
      ]);
    }
  });
});

describe('a namespace package', () => {
  it('is a folder without __init__, and may stand in portions', () => {
    const resolve = project(
      'one/src/google/cloud/storage/__init__.py',
      'two/src/google/cloud/vision/__init__.py',
      'two/src/google/cloud/util.py',
    );
    const from = 'one/src/google/cloud/storage/__init__.py';
    expect(resolve(from, 'from google.cloud import storage, vision')).toEqual([
      'one/src/google/cloud/storage/__init__.py',
      'two/src/google/cloud/vision/__init__.py',
    ]);
    expect(resolve(from, 'import google.cloud.util')).toEqual(['two/src/google/cloud/util.py']);
    expect(resolve(from, 'from google.protobuf import message')).toBe('external');
    expect(resolve(from, 'import google')).toBe('external');
  });

  it('gives way to a regular package or a module, wherever that stands', () => {
    const resolve = project('near/pkg/m.py', 'near/x.py', 'far/pkg/__init__.py', 'far/pkg/m.py');
    expect(resolve('near/x.py', 'import pkg.m')).toEqual(['far/pkg/m.py']);
  });
});

describe('the standard library', () => {
  it('is meant by its names, also where a folder or file here has one of them', () => {
    const resolve = project(
      'g/cloud/logging/__init__.py',
      'g/cloud/storage/__init__.py',
      'g/cloud/types.py',
      'src/g.py',
    );
    expect(resolve('g/cloud/storage/__init__.py', 'import logging')).toBe('external');
    expect(resolve('g/cloud/storage/__init__.py', 'import types')).toBe('external');
  });

  it('is not shadowed from inside a package, even if that is src', () => {
    expect(project('src/__init__.py', 'src/logging.py')('src/main.py', 'import logging')).toBe('external');
  });

  it('is shadowed by a package in a folder that is surely on the path', () => {
    const resolve = project('platform/__init__.py', 'main.py');
    expect(resolve('main.py', 'import platform')).toEqual(['platform/__init__.py']);
    expect(resolve('main.py', 'import platform.nowhere')).toBe('external');
  });

  it('can be the project itself', () => {
    const resolve = project('Lib/os.py', 'Lib/json/__init__.py', 'Lib/json/decoder.py', 'Lib/re.py');
    expect(resolve('Lib/json/decoder.py', 'import re')).toEqual(['Lib/re.py']);
  });
});

describe('of several files with one module name', () => {
  it('the code goes before its stub', () => {
    const resolve = project('p/__init__.pyi', 'p/__init__.py', 'p/a.py', 'p/a.pyi', 'p/b.pyi', 'p/c.pxd', 'p/c.pyx');
    expect(resolve('m.py', 'from p import a, b, c, d')).toEqual(['p/a.py', 'p/b.pyi', 'p/c.pyx', 'p/__init__.py']);
  });

  it('the package goes before the module, and the module before a folder', () => {
    expect(project('p.py', 'p/b.py', 'm.py')('m.py', 'from p import b')).toEqual(['p.py']);
    expect(project('p.py', 'p/__init__.py', 'm.py')('m.py', 'import p')).toEqual(['p/__init__.py']);
  });
});

it('an empty project has no modules', () => {
  expect(project()('m.py', 'import a')).toBe('external');
  expect(project()('m.py', 'from . import a')).toBe('missing');
});

it('resolving never throws, and answers with files of the project', () => {
  const part = fc.constantFrom('a', 'b', '__init__', 'src', 'tests', 'os', '', '*', '..', 'é');
  const file = fc
    .tuple(
      fc.array(fc.constantFrom('a', 'b', 'src', 'tests'), { maxLength: 4 }),
      fc.constantFrom('a', 'b', '__init__', 'os'),
    )
    .map(([folders, name]) => [...folders, `${name}.py`].join('/'));
  fc.assert(
    fc.property(
      fc.array(file, { maxLength: 12 }),
      file,
      fc.array(part, { maxLength: 5 }).map((parts) => parts.join('.')),
      fc.option(fc.array(part, { maxLength: 3 }), { nil: undefined }),
      (files, from, text, names) => {
        const view = projectView(Object.fromEntries(files.map((path) => [path, ''])));
        const answer = python.resolver(view)(from, { text, kind: 'import', names });
        if (typeof answer === 'string') return;
        expect(answer.length).toBeGreaterThan(0);
        expect(new Set(answer).size).toBe(answer.length);
        for (const path of answer) expect(view.has(path)).toBe(true);
      },
    ),
    rounds(400),
  );
});

it('time is linear in the size of the project', () => {
  const ratio = growth(400, (size) => {
    const files = Array.from({ length: size }, (_, n) => `lib${n % 50}/pkg${n % 50}/sub${n % 400}/m${n}.py`);
    for (let n = 0; n < 50; n++) files.push(`lib${n}/pkg${n}/__init__.py`);
    const resolve = python.resolver(projectView(Object.fromEntries(files.map((path) => [path, '']))));
    for (let n = 0; n < size; n++) {
      const target = (n * 7) % size;
      const text = `pkg${target % 50}.sub${target % 400}`;
      expect(resolve(files[n]!, { text, kind: 'import', names: [`m${target}`] })).toEqual([files[target]]);
    }
  });
  expect(ratio).toBeLessThan(linear);
});
