import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readToml, tomlTable, tomlTableAt, tomlTables, tomlText } from '../../src/util/toml.js';

const lines = (...all: readonly string[]): string => all.join('\n');

test('a file is read with its tables, lists of tables, long strings and escapes', () => {
  const text = lines(
    '\ufeff# a comment',
    '[package]',
    'name = "a\\u0062c"',
    'description = """',
    'Does it.',
    '"""',
    'edition.workspace = true',
    '[[bin]]',
    "path = 'src\\x.rs'",
    '[[bin]]',
    'name = "two"',
    '[target."cfg(unix)".dependencies]',
    'libc = { path = "libc", features = ["a", "b"] } # as it is',
  );
  const root = readToml(text)!;
  expect(tomlTable(root.package)).toEqual({ name: 'abc', description: 'Does it.\n', edition: { workspace: true } });
  expect(tomlTables(root.bin)).toEqual([{ path: 'src\\x.rs' }, { name: 'two' }]);
  expect(tomlTableAt(root, 'target', 'cfg(unix)', 'dependencies', 'libc')?.path).toBe('libc');
  expect(tomlTables(readToml(text.replaceAll('\n', '\r\n'))?.bin)).toEqual(tomlTables(root.bin));
});

test('what is of another kind than asked for is not there', () => {
  const { day, list, name } = readToml('day = 2026-11-18\nlist = [1, "a"]\nname = "x"')!;
  for (const value of [day, list, name, undefined]) expect(tomlTable(value)).toBeUndefined();
  for (const value of [day, list, undefined]) expect(tomlText(value)).toBeUndefined();
  expect(tomlTables(list)).toEqual([]);
  expect(tomlTableAt(undefined, 'a')).toBeUndefined();
  expect(tomlTableAt(readToml('name = "x"'), 'toString', 'name')).toBeUndefined();
});

test('lines that make no sense are passed over, and the others are read', () => {
  const text = lines(
    '{% if library %}',
    '[package]',
    '<<<<<<< ours',
    'name = "app"',
    '=======',
    'name = "other"',
    '>>>>>>> theirs',
    'size = 123456789012345678901234567890',
    'version = ',
    'build = "make.rs"',
  );
  expect(readToml(text)).toMatchObject({ package: { name: 'app', build: 'make.rs' } });
});

test('what stands below a header that makes no sense belongs to no table that is asked for', () => {
  const root = readToml(lines('[dependencies]', 'a = "1"', '[lib', 'name = "b"'))!;
  expect(tomlTable(root.dependencies)).toEqual({ a: '1' });
  expect(root.lib).toBeUndefined();
});

test('a file that is no TOML says nothing', () => {
  expect(readToml('<html>\n'.repeat(20))).toBeUndefined();
});

test('hostile files are read in full or not at all, and never break what reads them', () => {
  const name = 'name = "x"\n';
  const many = 100_000;
  for (const text of [
    `a = ${'['.repeat(many)}`,
    `a = ${'{a='.repeat(many)}`,
    `[${'a.'.repeat(many)}a]`,
    `[${'['.repeat(many)}`,
    `a = "${'\\'.repeat(many)}`,
    `a = """${'"'.repeat(many)}`,
    'a = ['.repeat(many / 10),
    '__proto__ = 1\n[__proto__.x]\ny = 1\n[constructor]\nz = 1',
    '\0'.repeat(many),
  ]) {
    const found = readToml(name + text);
    expect([undefined, 'x'], text.slice(0, 20)).toContain(found?.name);
  }
  expect(({} as { x?: unknown }).x).toBeUndefined();
  expect(tomlTables(readToml('[[a]]\n'.repeat(50_000))!.a)).toHaveLength(50_000);
});

test('a file longer than any manifest is not read', () => {
  const filled = (length: number) => `name = "x"\n#${' '.repeat(length - 12)}`;
  expect(readToml(filled(500_000))?.name).toBe('x');
  expect(readToml(filled(500_001))).toBeUndefined();
});

test('the parser is loaded when the first file is read, and not before', () => {
  const source = readFileSync(new URL('../../src/util/toml.ts', import.meta.url), 'utf8');
  const imports = [...source.matchAll(/^(?:import|export)\b.*'smol-toml';$/gm)].map(([line]) => line);
  expect(imports).toEqual(["import type { TomlTable, TomlValue } from 'smol-toml';"]);
});
