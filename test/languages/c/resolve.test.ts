import { expect, test } from 'vitest';
import { c } from '../../../src/languages/c/c.js';
import { growth, linear } from '../../growth.js';
import { projectView } from '../project-view.js';

const project = (files: readonly string[], texts: Record<string, string> = {}, hidden: Record<string, string> = {}) => {
  const resolve = c.resolver(
    projectView({ ...Object.fromEntries(files.map((path) => [path, ''])), ...texts }, { hidden }),
  );
  return (from: string, text: string) =>
    text.startsWith('<')
      ? resolve(from, { text: text.slice(1, -1), kind: 'system' })
      : resolve(from, { text, kind: 'include' });
};

test('a quoted include is looked for in the includer’s folder first', () => {
  const resolve = project(['src/a.c', 'src/a.h', 'include/a.h', 'a.h', 'src/sub/b.h']);
  expect(resolve('src/a.c', 'a.h')).toEqual(['src/a.h']);
  expect(resolve('src/a.c', './sub/b.h')).toEqual(['src/sub/b.h']);
  expect(resolve('src/sub/b.h', '../a.h')).toEqual(['src/a.h']);
  expect(resolve('src/a.c', 'sub\\b.h')).toEqual(['src/sub/b.h']);
});

test('then in the folders above and their include, inc and src, nearest first', () => {
  const resolve = project([
    'lib/x/a.c',
    'lib/include/one.h',
    'include/one.h',
    'inc/two.h',
    'src/three.h',
    'lib/four.h',
  ]);
  expect(resolve('lib/x/a.c', 'one.h')).toEqual(['lib/include/one.h']);
  expect(resolve('lib/x/a.c', 'two.h')).toEqual(['inc/two.h']);
  expect(resolve('lib/x/a.c', 'three.h')).toEqual(['src/three.h']);
  expect(resolve('lib/x/a.c', 'lib/four.h')).toEqual(['lib/four.h']);
  expect(resolve('lib/x/a.c', '<one.h>')).toEqual(['lib/include/one.h']);
});

test('where none has it, the nearest file whose path ends in what was written is meant', () => {
  const resolve = project(['app/main.c', 'app/deps/z/api/z.h', 'other/z/api/z.h', 'far/deep/q.h', 'not/xz.h']);
  expect(resolve('app/main.c', 'api/z.h')).toEqual(['app/deps/z/api/z.h']);
  expect(resolve('app/main.c', '<api/z.h>')).toEqual(['app/deps/z/api/z.h']);
  expect(resolve('app/main.c', '../q.h')).toEqual(['far/deep/q.h']);
  expect(resolve('app/main.c', 'z/xz.h')).toBe('missing');
});

test('of equally near files the one with the shortest include path is meant, and none where that decides nothing', () => {
  const resolve = project([
    'main.c',
    'b/deep/er/q.h',
    'c/q.h',
    'arch/arm/asm/io.h',
    'arch/x86/asm/io.h',
    'arch/arm/k.c',
  ]);
  expect(resolve('main.c', 'q.h')).toEqual(['c/q.h']);
  expect(resolve('main.c', '<asm/io.h>')).toBe('external');
  expect(resolve('main.c', 'asm/io.h')).toBe('missing');
  expect(resolve('arch/arm/k.c', '<asm/io.h>')).toEqual(['arch/arm/asm/io.h']);
});

test('a system include is looked for in folders named include before any nearer one', () => {
  const resolve = project(['include/uapi/linux/a.h', 'include/uapi/linux/types.h', 'include/linux/types.h']);
  expect(resolve('include/uapi/linux/a.h', '<linux/types.h>')).toEqual(['include/linux/types.h']);
  expect(resolve('include/uapi/linux/a.h', 'linux/types.h')).toEqual(['include/uapi/linux/types.h']);
});

test('a quoted header that is nowhere is missing, a system one external', () => {
  const resolve = project(['a.c']);
  expect(resolve('a.c', 'config.h')).toBe('missing');
  expect(resolve('a.c', '<zlib.h>')).toBe('external');
  expect(resolve('a.c', 'stdio.h')).toBe('external');
  expect(resolve('a.c', '/usr/include/a.c')).toBe('missing');
});

test('a standard header is the system’s, unless an include folder has one', () => {
  const resolve = project([
    'src/a.c',
    'src/string.h',
    'compat/win/sys/time.h',
    'src/vector',
    'libc/a.c',
    'libc/include/string.h',
  ]);
  expect(resolve('src/a.c', '<string.h>')).toBe('external');
  expect(resolve('src/a.c', 'string.h')).toEqual(['src/string.h']);
  expect(resolve('src/a.c', '<sys/time.h>')).toBe('external');
  expect(resolve('src/a.c', '<vector>')).toBe('external');
  expect(resolve('libc/a.c', '<string.h>')).toEqual(['libc/include/string.h']);
});

test('a bare system include is tied to a far file only where there is just one', () => {
  const resolve = project(['app/a.c', 'mi/mi.h', 'x/png.h', 'y/png.h', 'z/elf.h']);
  expect(resolve('app/a.c', '<mi.h>')).toEqual(['mi/mi.h']);
  expect(resolve('app/a.c', '<png.h>')).toBe('external');
  expect(resolve('app/a.c', '<elf.h>')).toBe('external');
  expect(resolve('app/a.c', 'elf.h')).toEqual(['z/elf.h']);
});

test('include paths in compile_flags.txt count for the files below it', () => {
  const files = ['p/a.c', 'p/hdr/deep/x.h', 'p/x.h', 'p/iso/y.h', 'q/a.c'];
  const resolve = project(files, { 'p/compile_flags.txt': '-Wall\r\n-Ihdr/deep\n-isystem\niso\n-I' });
  expect(resolve('p/a.c', '<x.h>')).toEqual(['p/hdr/deep/x.h']);
  expect(resolve('p/a.c', '<y.h>')).toEqual(['p/iso/y.h']);
  expect(resolve('q/a.c', '<x.h>')).toBe('external');
});

test('include paths in a compilation database count, wherever the project stood when it was made', () => {
  const database = JSON.stringify([
    {
      directory: '/home/me/p/build',
      file: '../src/a.c',
      command: 'cc "-I../one dir" -I /elsewhere/three -c ../src/a.c',
    },
    { directory: '/home/me/p/build', file: '/home/me/p/src/b.c', arguments: ['cc', '-I/home/me/p/two/x', '-c'] },
    { file: 3 },
    null,
  ]);
  const files = ['src/a.c', 'src/b.c', 'one dir/h.h', 'two/x/g.h', 'three/h.h', 'three/g.h'];
  const resolve = project(files, {}, { 'build/compile_commands.json': database });
  expect(resolve('src/a.c', '<h.h>')).toEqual(['one dir/h.h']);
  expect(resolve('src/a.c', '<g.h>')).toEqual(['two/x/g.h']);
});

test('a broken compilation database is no reason to fail', () => {
  for (const text of ['', '{', '3', '[1]', '[{"directory":"","file":""}]', '{"a":1}']) {
    expect(project(['a.c', 'a.h'], { 'compile_commands.json': text })('a.c', 'a.h')).toEqual(['a.h']);
  }
});

test('time is linear in the size of the project', () => {
  const ratio = growth(400, (size) => {
    const files = Array.from({ length: size }, (_, at) => `d${at % 100}/e${at % 1000}/f${at}.h`);
    const resolve = project(files);
    for (let at = 0; at < size; at++) resolve(files[at]!, at % 3 ? `f${(at * 7) % size}.h` : '<stdio.h>');
  });
  expect(ratio).toBeLessThan(linear);
});
