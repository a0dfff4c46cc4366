import { expect, test } from 'vitest';
import type { SpecifierKind } from '../../../src/domain/specifier.js';
import { rust } from '../../../src/languages/rust/rust.js';
import { projectView } from '../project-view.js';

/** A project from its paths and texts. What is asked for is an `import` unless a kind is given. */
const project = (files: Record<string, string>, hidden: Record<string, string> = {}) => {
  const resolve = rust.resolver(projectView(files, { hidden, language: rust }));
  return (from: string, text: string, kind: SpecifierKind = 'import') => resolve(from, { text, kind });
};
const manifest = (name: string, more = ''): string => `[package]\nname = "${name}"\nedition = "2021"\n${more}`;

test('modules lie beside roots and mod.rs files, and below others', () => {
  const resolve = project({
    'Cargo.toml': manifest('app'),
    'src/lib.rs': 'mod a; mod b; mod none; mod in_ { mod c; }',
    'src/a.rs': 'mod deep; mod i { mod j; }',
    'src/a/deep.rs': '',
    'src/a/i/j/mod.rs': '',
    'src/b/mod.rs': 'mod x;',
    'src/b/x.rs': '',
    'src/in_/c.rs': '',
    'src/deep.rs': '',
  });
  const mod = (from: string, text: string) => resolve(from, text, 'module');
  expect(mod('src/lib.rs', 'a')).toEqual(['src/a.rs']);
  expect(mod('src/lib.rs', 'b')).toEqual(['src/b/mod.rs']);
  expect(mod('src/lib.rs', 'none')).toBe('missing');
  expect(mod('src/lib.rs', 'in_::c')).toEqual(['src/in_/c.rs']);
  expect(mod('src/a.rs', 'deep')).toEqual(['src/a/deep.rs']);
  expect(mod('src/a.rs', 'i::j')).toEqual(['src/a/i/j/mod.rs']);
  expect(mod('src/b/mod.rs', 'x')).toEqual(['src/b/x.rs']);
});

test('path attributes begin at the file, or in an inline module at the module', () => {
  const resolve = project({
    'Cargo.toml': manifest('app'),
    'src/lib.rs': 'mod a; #[path = "p"] mod q { mod r; }',
    'src/a.rs':
      '#[cfg(unix)] #[path = "os/unix.rs"] mod os; #[cfg_attr(windows, path = "os/win.rs")] mod os; mod i { #[path = "x.rs"] mod x; }',
    'src/os/unix.rs': 'mod inner;',
    'src/os/inner.rs': '',
    'src/os/win.rs': 'pub struct W;',
    'src/a/i/x.rs': '',
    'src/p/r.rs': 'mod s;',
    'src/p/r/s.rs': '',
    'up.rs': '',
  });
  const mod = (from: string, text: string) => resolve(from, text, 'module');
  expect(mod('src/a.rs', 'os=./os/unix.rs')).toEqual(['src/os/unix.rs']);
  expect(mod('src/a.rs', 'os=./../up.rs')).toEqual(['up.rs']);
  expect(mod('src/a.rs', 'os')).toEqual(['src/os/unix.rs', 'src/os/win.rs']);
  expect(mod('src/a.rs', 'os=./no.rs')).toBe('missing');
  expect(mod('src/a.rs', 'os=./../../../out.rs')).toBe('missing');
  expect(mod('src/a.rs', 'i::x=i/x.rs')).toEqual(['src/a/i/x.rs']);
  // A file that an attribute leads to has its own modules beside it; one that only lies in a named folder does not.
  expect(mod('src/os/unix.rs', 'inner')).toEqual(['src/os/inner.rs']);
  expect(mod('src/lib.rs', 'q::r=./p/r')).toEqual(['src/p/r.rs']);
  expect(mod('src/p/r.rs', 's')).toEqual(['src/p/r/s.rs']);
  expect(resolve('src/a.rs', 'self::os::W')).toEqual(['src/os/win.rs']);
  expect(resolve('src/a.rs', 'self::os')).toEqual(['src/os/unix.rs', 'src/os/win.rs']);
  expect(resolve('src/os/unix.rs', 'super::super::q::r::X')).toEqual(['src/p/r.rs']);
});

test('a path means the file of its deepest module, from crate, self and super alike', () => {
  const resolve = project({
    'Cargo.toml': manifest('app'),
    'src/lib.rs': 'mod a; pub struct Root; macro_rules! made { () => {} }',
    'src/a.rs': 'pub mod b; mod inline { pub struct In; pub mod more { pub fn f() {} } } pub enum E { X }',
    'src/a/b.rs': 'pub struct B; impl B { pub fn new() {} }',
  });
  expect(resolve('src/lib.rs', 'crate::a::b::B')).toEqual(['src/a/b.rs']);
  expect(resolve('src/a/b.rs', 'crate::a::E::X')).toEqual(['src/a.rs']);
  expect(resolve('src/a/b.rs', 'super::*')).toEqual(['src/a.rs']);
  expect(resolve('src/a/b.rs', 'super::super::Root')).toEqual(['src/lib.rs']);
  expect(resolve('src/a/b.rs', 'super::inline::more::f')).toEqual(['src/a.rs']);
  expect(resolve('src/a.rs', 'self::b::B::new', 'name')).toEqual(['src/a/b.rs']);
  expect(resolve('src/lib.rs', 'a::b', 'name')).toEqual(['src/a/b.rs']);
  expect(resolve('src/lib.rs', 'crate::a::b::MadeByMacro')).toEqual(['src/a/b.rs']);
  expect(resolve('src/lib.rs', 'crate::a::nowhere::X')).toBe('missing');
  expect(resolve('src/lib.rs', 'super::x')).toBe('missing');
  expect(resolve('src/lib.rs', 'std::io::Read')).toBe('external');
  expect(resolve('src/lib.rs', '*')).toEqual(['src/lib.rs']);
});

test('what a module passes on leads to the file that has it', () => {
  const resolve = project({
    'Cargo.toml': manifest('app'),
    'src/lib.rs':
      'mod error; mod shapes; mod user; pub use error::Error; pub use shapes::*; pub use std::fmt::Debug; pub use shapes::round as curved;',
    'src/error.rs': 'pub struct Error;',
    'src/shapes/mod.rs':
      'mod square; pub mod round; pub use self::square::{Square, side as edge}; use self::round::Hidden;',
    'src/shapes/square.rs': 'pub struct Square; pub fn side() {}',
    'src/shapes/round.rs': 'pub struct Circle; pub struct Hidden;',
    'src/user.rs': '',
  });
  const from = (text: string) => resolve('src/user.rs', text);
  expect(from('crate::Error')).toEqual(['src/error.rs']);
  expect(from('crate::Square')).toEqual(['src/shapes/square.rs']);
  expect(from('crate::shapes::edge')).toEqual(['src/shapes/square.rs']);
  expect(from('crate::round::Circle')).toEqual(['src/shapes/round.rs']);
  expect(from('crate::curved::Circle')).toEqual(['src/shapes/round.rs']);
  expect(from('crate::Debug')).toEqual(['src/lib.rs']);
  expect(from('crate::shapes::*')).toEqual(['src/shapes/mod.rs']);
  // A private `use` is for the modules inside alone.
  expect(from('crate::Hidden')).toEqual(['src/lib.rs']);
  expect(resolve('src/shapes/square.rs', 'super::Hidden')).toEqual(['src/shapes/round.rs']);
});

test('where conditions choose between modules, all that have the name are meant', () => {
  const resolve = project({
    'Cargo.toml': manifest('app'),
    'src/lib.rs': 'mod sys; mod user;',
    'src/sys/mod.rs':
      'cfg_if! { if #[cfg(unix)] { mod unix; pub use unix::*; use unix as imp; } else { mod win; pub use win::*; use win as imp; } }',
    'src/sys/unix.rs': 'pub struct File; pub struct Fork;',
    'src/sys/win.rs': 'pub struct File;',
    'src/user.rs': '',
  });
  expect(resolve('src/user.rs', 'crate::sys::File')).toEqual(['src/sys/unix.rs', 'src/sys/win.rs']);
  expect(resolve('src/user.rs', 'crate::sys::Fork')).toEqual(['src/sys/unix.rs']);
  expect(resolve('src/sys/unix.rs', 'super::imp::Fork')).toEqual(['src/sys/unix.rs']);
});

test('names that lead in circles come to an end', () => {
  const chain = Array.from({ length: 200 }, (_, at) => `mod m${at} { pub use super::m${at + 1}::*; }`).join('\n');
  const resolve = project({
    'Cargo.toml': manifest('app'),
    'src/lib.rs': `mod a; mod b; #[path = "lib.rs"] mod again; ${chain}`,
    'src/a.rs': 'pub use crate::b::*; pub use crate::b::Twin; pub use self::Own as Own;',
    'src/b.rs': 'pub use crate::a::*; pub use crate::a::Twin; #[path = "a.rs"] mod a;',
  });
  expect(resolve('src/a.rs', 'crate::b::Nothing')).toEqual(['src/b.rs']);
  expect(resolve('src/a.rs', 'crate::b::Twin')).toEqual(['src/b.rs']);
  expect(resolve('src/b.rs', 'crate::a::Own')).toEqual(['src/a.rs']);
  expect(resolve('src/a.rs', 'crate::m0::Far')).toEqual(['src/lib.rs']);
});

test('the crates of a package share its library by name, and files that several have belong to the library', () => {
  const resolve = project({
    'Cargo.toml': manifest('my-app', '[[bin]]\nname = "tool"\npath = "tools/tool.rs"\n'),
    'src/lib.rs': 'pub mod shared; #[macro_export] macro_rules! shout { () => {} } mod loud;',
    'src/loud.rs': '#[macro_export] macro_rules! louder { () => {} }',
    'src/main.rs': 'mod shared; mod only;',
    'src/only.rs': '',
    'src/shared.rs': 'pub struct S;',
    'src/bin/extra.rs': '',
    'src/bin/big/main.rs': 'mod part;',
    'src/bin/big/part.rs': '',
    'tests/it.rs': 'mod common;',
    'tests/common/mod.rs': 'pub struct C;',
    'examples/show.rs': '',
    'benches/fast.rs': '',
    'build.rs': 'mod gen;',
    'gen.rs': '',
    'tools/tool.rs': 'mod help;',
    'tools/help.rs': '',
  });
  for (const root of ['src/main.rs', 'src/bin/extra.rs', 'tests/it.rs', 'examples/show.rs', 'benches/fast.rs']) {
    expect(resolve(root, 'my_app::shared::S'), root).toEqual(['src/shared.rs']);
  }
  expect(resolve('tests/it.rs', '::my_app::louder')).toEqual(['src/loud.rs']);
  expect(resolve('src/only.rs', 'crate::shared::S')).toEqual(['src/shared.rs']);
  expect(resolve('src/only.rs', 'super::X')).toEqual(['src/main.rs']);
  expect(resolve('src/shared.rs', 'crate::shout')).toEqual(['src/lib.rs']);
  expect(resolve('tests/it.rs', 'crate::common::C')).toEqual(['tests/common/mod.rs']);
  expect(resolve('src/bin/big/part.rs', 'crate::X')).toEqual(['src/bin/big/main.rs']);
  expect(resolve('gen.rs', 'super::x')).toEqual(['build.rs']);
  expect(resolve('tools/help.rs', 'crate::x')).toEqual(['tools/tool.rs']);
  expect(resolve('tests/it.rs', 'my_app')).toEqual(['src/lib.rs']);
});

test('a workspace finds its crates by path, by another name, and by what the workspace says', () => {
  const resolve = project({
    'Cargo.toml': `[workspace]
members = [
  "app", # the program
  "crates/*",
]
[workspace.package]
edition = "2021"
[workspace.dependencies]
inherited = { path = "crates/inherited-by" }
`,
    'app/Cargo.toml': `# "quoted # no comment"
[package]
name = 'app'
edition.workspace = true
description = """
[dependencies]
log = { path = "../crates/wrong" }
"""
[dependencies]
near-by = { path = "../crates/near", features = ["a", "b"] }
other = { package = "real-name", version = "1" }
log = "0.4"
inherited = { workspace = true }
"quoted-key".path = "../crates/quoted"
[target.'cfg(unix)'.dependencies.only_unix]
path = "../crates/unix"
`,
    'app/src/main.rs': 'mod log;',
    'app/src/log.rs': '',
    'crates/near/Cargo.toml': manifest('near-by'),
    'crates/near/src/lib.rs': 'pub struct N;',
    'crates/real/Cargo.toml': manifest('real-name', '[lib]\nname = "renamed"\npath = "root.rs"\n'),
    'crates/real/root.rs': 'pub mod m;',
    'crates/real/m.rs': '',
    'crates/inherited-by/Cargo.toml': manifest('inherited-by'),
    'crates/inherited-by/src/lib.rs': '',
    'crates/quoted/Cargo.toml': manifest('q'),
    'crates/quoted/src/lib.rs': '',
    'crates/unix/Cargo.toml': manifest('u'),
    'crates/unix/src/lib.rs': '',
  });
  const from = (text: string) => resolve('app/src/main.rs', text);
  expect(from('near_by::N')).toEqual(['crates/near/src/lib.rs']);
  expect(from('other::m::X')).toEqual(['crates/real/m.rs']);
  expect(from('inherited')).toEqual(['crates/inherited-by/src/lib.rs']);
  expect(from('quoted_key')).toEqual(['crates/quoted/src/lib.rs']);
  expect(from('only_unix')).toEqual(['crates/unix/src/lib.rs']);
  expect(from('::log::info')).toBe('external');
  expect(from('log::info')).toEqual(['app/src/log.rs']);
  expect(resolve('app/src/log.rs', 'log::info')).toBe('external');
  // Not said to be depended on, but who else could be meant.
  expect(from('renamed::m')).toEqual(['crates/real/m.rs']);
  expect(from('serde::Serialize')).toBe('external');
  expect(resolve('crates/near/src/lib.rs', 'app::x')).toBe('external');
});

test('of two packages with one name the nearest is meant, unless a path says otherwise', () => {
  const resolve = project({
    'a/user/Cargo.toml': manifest('user', '[dependencies]\ntwin = "1"\n'),
    'a/user/src/lib.rs': '',
    'a/twin/Cargo.toml': manifest('twin'),
    'a/twin/src/lib.rs': '',
    'b/twin/Cargo.toml': manifest('twin'),
    'b/twin/src/lib.rs': '',
    'b/user/Cargo.toml': manifest('user2', '[dependencies]\ntwin = { path = "../../a/twin" }\n'),
    'b/user/src/lib.rs': '',
  });
  expect(resolve('a/user/src/lib.rs', 'twin::x')).toEqual(['a/twin/src/lib.rs']);
  expect(resolve('b/user/src/lib.rs', 'twin::x')).toEqual(['a/twin/src/lib.rs']);
});

test('in the edition of 2015 a use begins at the root of the crate, other paths at the module', () => {
  const resolve = project({
    'Cargo.toml': '[package]\nname = "old"\n',
    'src/lib.rs': 'extern crate dep as renamed; mod a; mod b;',
    'src/a.rs': 'mod b;',
    'src/a/b.rs': 'pub struct Inner;',
    'src/b.rs': 'pub struct Outer;',
    'dep/Cargo.toml': manifest('dep'),
    'dep/src/lib.rs': '',
  });
  expect(resolve('src/a.rs', 'b::Outer')).toEqual(['src/b.rs']);
  expect(resolve('src/a.rs', '::b::Outer')).toEqual(['src/b.rs']);
  expect(resolve('src/a.rs', 'b::Inner', 'name')).toEqual(['src/a/b.rs']);
  expect(resolve('src/a.rs', 'renamed::X')).toEqual(['dep/src/lib.rs']);
});

test('a crate and a thing of one name are told apart by whether the path goes on', () => {
  const resolve = project({
    'Cargo.toml': manifest('app', '[dependencies]\nlog = { path = "log" }\n'),
    'src/lib.rs': 'mod a; use log::log; extern crate log as written;',
    'src/a.rs': '',
    'log/Cargo.toml': manifest('log'),
    'log/src/lib.rs': 'pub mod level; mod write; pub use write::log;',
    'log/src/level.rs': '',
    'log/src/write.rs': 'pub fn log() {}',
  });
  expect(resolve('src/lib.rs', 'log::level::Level')).toEqual(['log/src/level.rs']);
  expect(resolve('src/lib.rs', 'log::log')).toEqual(['log/src/write.rs']);
  expect(resolve('src/a.rs', 'crate::log')).toEqual(['log/src/write.rs']);
  expect(resolve('src/a.rs', 'written::level::Level')).toEqual(['log/src/level.rs']);
});

test('included files belong to the module that includes them', () => {
  const resolve = project({
    'Cargo.toml': manifest('app'),
    'src/lib.rs': 'mod a; static TEXT: &str = include_str!("text.rs");',
    'src/a.rs': 'include!("made/up.rs");',
    'src/made/up.rs': 'pub struct Up;',
    'src/text.rs': 'pub struct Text;',
    'README.md': '',
  });
  expect(resolve('src/lib.rs', 'crate::a::Up')).toEqual(['src/made/up.rs']);
  expect(resolve('src/made/up.rs', 'super::a')).toEqual(['src/a.rs']);
  expect(resolve('src/lib.rs', 'crate::Text')).toEqual(['src/lib.rs']);
  expect(resolve('src/lib.rs', '../README.md', 'include')).toEqual(['README.md']);
  expect(resolve('src/lib.rs', 'no.txt', 'include')).toBe('missing');
  expect(resolve('src/lib.rs', '../../out.txt', 'include')).toBe('missing');
});

test('modules that only a macro mentions are placed by where they lie', () => {
  const resolve = project({
    'Cargo.toml': manifest('app'),
    'src/lib.rs': 'mod a; modules!(made);',
    'src/a.rs': '',
    'src/made/mod.rs': 'modules!(deep);',
    'src/made/deep.rs': 'pub struct D;',
  });
  expect(resolve('src/a.rs', 'crate::made::deep::D')).toEqual(['src/made/deep.rs']);
  expect(resolve('src/made/deep.rs', 'crate::a::X')).toEqual(['src/a.rs']);
  expect(resolve('src/made/deep.rs', 'super::X')).toEqual(['src/made/mod.rs']);
});

test('the standard library is itself, and no fixture is taken for it', () => {
  const crates = (folder: string) =>
    Object.fromEntries(
      ['std', 'core', 'alloc'].flatMap((name) => [
        [`${folder}/${name}/Cargo.toml`, manifest(name)],
        [`${folder}/${name}/src/lib.rs`, 'pub mod fmt;'],
      ]),
    );
  const own = project({ ...crates('library'), 'library/core/src/fmt/mod.rs': '', 'library/std/src/fmt.rs': '' });
  expect(own('library/std/src/fmt.rs', 'core::fmt::Debug')).toEqual(['library/core/src/fmt/mod.rs']);
  const mocked = project({ ...crates('tests/mock'), 'Cargo.toml': manifest('app'), 'src/lib.rs': '' });
  expect(mocked('src/lib.rs', 'std::fmt::Debug')).toBe('external');
});

test('without any Cargo.toml, crates are found by their roots and go by their folders', () => {
  const resolve = project({
    'one-lib/src/lib.rs': 'mod a;',
    'one-lib/src/a.rs': 'pub struct A;',
    'two/lib.rs': '',
    'script.rs': '',
  });
  expect(resolve('one-lib/src/lib.rs', 'crate::a::A')).toEqual(['one-lib/src/a.rs']);
  expect(resolve('two/lib.rs', 'one_lib::a::A')).toEqual(['one-lib/src/a.rs']);
  expect(resolve('script.rs', 'two::x')).toEqual(['two/lib.rs']);
  expect(resolve('script.rs', 'crate::x')).toEqual(['script.rs']);
});

test('a Cargo.toml that is kept out of the inventory still counts', () => {
  const resolve = project(
    { 'app/source/root.rs': 'mod a;', 'app/source/a.rs': '', 'app/tests/t.rs': '' },
    { 'app/Cargo.toml': manifest('app', '[lib]\npath = "source/root.rs"') },
  );
  expect(resolve('app/tests/t.rs', 'app::a')).toEqual(['app/source/a.rs']);
});

test('a Cargo.toml that makes no sense spoils only itself', () => {
  for (const text of [
    '[package',
    '[[[',
    'a = [',
    '= 1',
    '[package]\nname = { x',
    'name = """',
    '[a]\nb=1\n[a.b.c]\nd=2',
  ]) {
    const resolve = project({ 'Cargo.toml': text, 'src/lib.rs': 'mod a;', 'src/a.rs': '' });
    expect(resolve('src/lib.rs', 'crate::a'), text).toEqual(['src/a.rs']);
  }
});
