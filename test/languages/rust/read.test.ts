import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rust } from '../../../src/languages/rust/rust.js';
import { growth, linear } from '../../growth.js';
import { rounds } from '../../rounds.js';

/** What a text mentions, as `kind text`. */
const mentions = (text: string): string[] => rust.read(text, 'a.rs').map((one) => `${one.kind} ${one.text}`);

const ofKind = (kind: string, text: string): string[] =>
  rust
    .read(text, 'a.rs')
    .filter((one) => one.kind === kind)
    .map((one) => one.text);
const uses = (text: string): string[] => ofKind('import', text);
const mods = (text: string): string[] => ofKind('module', text);
const names = (text: string): string[] => ofKind('name', text);

const declared = (text: string): string[] => {
  const found = new Set<string>();
  rust.read(text, 'a.rs', (name) => found.add(name));
  return [...found];
};

test('each path of a use is found alone: groups, aliases, globs, self, leading colons', () => {
  expect(uses('use std::io;')).toEqual(['std::io']);
  expect(uses('pub(crate) use a::{b, c::{self, d as e}, f::*, /* no */ g::h,};')).toEqual([
    'a::b',
    'a::c',
    'a::c::d',
    'a::f::*',
    'a::g::h',
  ]);
  expect(uses('use ::a::b; use {c, ::d::{e}}; use crate::*; use *; use super::super::x as _;')).toEqual([
    '::a::b',
    'c',
    '::d::e',
    'crate::*',
    '*',
    'super::super::x',
  ]);
  expect(uses('use r#type::r#match as r#in;')).toEqual(['type::match']);
  expect(uses('use a\r\n  :: // why\r\n  b\r\n  ::{ c };\r\n')).toEqual(['a::b::c']);
  expect(uses('use self::größe::Maß;')).toEqual(['self::größe::Maß']);
  expect(uses('use a::{};')).toEqual([]);
  expect(uses('use a::b; use a::b as c;')).toEqual(['a::b']);
});

test('crates that are named as such are paths from outside', () => {
  expect(uses('#[macro_use] extern crate alloc; pub extern crate foo as bar; extern crate self as me;')).toEqual([
    '::alloc',
    '::foo',
  ]);
  expect(uses('extern "C" { fn f(); } extern fn g() {}')).toEqual([]);
});

test('uses within functions count, and those of inline modules are told as the file would tell them', () => {
  expect(uses('fn f() { use a::b; if x { use c::d; } }')).toEqual(['a::b', 'c::d']);
  expect(uses('mod t { use super::*; use super::super::x; use self::y; use crate::z; use w::v; }')).toEqual([
    'self::*',
    'super::x',
    'self::t::y',
    'crate::z',
    'w::v',
  ]);
  expect(uses('mod a { mod b { use super::super::super::x; fn f() { use super::y; } } use super::z; }')).toEqual([
    'super::x',
    'self::a::y',
    'self::z',
  ]);
  expect(uses('mod a { use b::X; use c::Y; mod b { struct X; } } mod b {}')).toEqual(['self::a::b::X', 'c::Y']);
  expect(uses('mod a { use superb::x; use selfish::y; }')).toEqual(['superb::x', 'selfish::y']);
});

test('modules are found with their nesting, and with the files that attributes name', () => {
  expect(mods('mod a; pub mod b; pub(in crate::x) mod r#type; mod c { mod d; pub mod e { mod f; } } mod g;')).toEqual([
    'a',
    'b',
    'type',
    'c::d',
    'c::e::f',
    'g',
  ]);
  expect(mods('#[path = "x/y.rs"] mod a; mod b;')).toEqual(['a=./x/y.rs', 'b']);
  expect(mods('#[cfg(unix)] #[path = "unix.rs"] mod i; #[cfg(windows)] #[path = "./win.rs"] pub mod i;')).toEqual([
    'i=./unix.rs',
    'i=./win.rs',
  ]);
  expect(mods('#[cfg_attr(unix, path = "u.rs")] #[cfg_attr(all(x), path = "w.rs")] mod i;')).toEqual([
    'i=./u.rs',
    'i=./w.rs',
    'i',
  ]);
  expect(mods('mod a { #[path = "x.rs"] mod b; }')).toEqual(['a::b=a/x.rs']);
  expect(mods('#[path = "p"] mod a { mod b; mod c { mod d; } #[path = "x.rs"] mod e; }')).toEqual([
    'a::b=./p/b',
    'a::c::d=./p/c/d',
    'a::e=./p/x.rs',
  ]);
  expect(mods('#[path = "no.rs"] struct S; mod a;')).toEqual(['a']);
  expect(mods('#[path = "no.rs"] use a::b; mod c {} mod d;')).toEqual(['d']);
});

test('what stands between the braces of a macro that is used counts, what a macro is made of does not', () => {
  const chosen = 'cfg_if! { if #[cfg(unix)] { mod unix; pub use unix::*; } else { mod other; use a::b; } }';
  expect(mentions(chosen)).toEqual(['module unix', 'import unix::*', 'module other', 'import a::b']);
  expect(mentions('macro_rules! m { ($a:ident) => { mod no; use no::no; $a::b::c(); x::y() } } use a::b;')).toEqual([
    'import a::b',
  ]);
  expect(mentions('macro_rules! m ( () => { use no::no; } ); use a::b;')).toEqual(['import a::b']);
  expect(mentions('fn f() { quote! { use no::no; mod no; x::y() } use a::b; }')).toEqual(['import a::b']);
  expect(mentions('fn f() { quote::quote_spanned!(s => use no::no;); parse_quote!(use no::no;); use a::b; }')).toEqual([
    'import a::b',
    'name quote::quote_spanned',
  ]);
  expect(mods('macro_rules! m { () => { mod $name; } } m! { mod $x; mod y; }')).toEqual(['y']);
});

test('paths of the crate that a macro is made of are names', () => {
  expect(names('macro_rules! m { () => { $crate::a::b!(); crate::c::d() } }')).toEqual(['crate::a::b', 'crate::c::d']);
});

test('included files are found where they are given as literals', () => {
  expect(
    mentions(`#![doc = include_str!("../README.md")]
      include!("gen.rs"); static X: &[u8] = include_bytes! { "x.bin", }; include!(concat!(env!("OUT_DIR"), "/y.rs"));
      include_dir!("no"); fn f() { include_str!("t.txt") }`),
  ).toEqual(['include ../README.md', 'include gen.rs', 'include x.bin', 'include t.txt']);
});

test('paths that code writes out are names, unless the file knows where they begin', () => {
  expect(
    names('fn f() -> crate::a::B { super::c::d(); other::e::<T>(); ::g::h(); let x: Vec<i::J> = k::l!(m); }'),
  ).toEqual(['crate::a::B', 'super::c::d', 'other::e', '::g::h', 'i::J', 'k::l']);
  expect(names('use x::y; mod z; fn w() { y::a(); z::b(); w::c(); } mod v { fn u() {} } fn t() { v::u() }')).toEqual(
    [],
  );
  expect(names('fn f() { Vec::new(); Self::g(); u32::MAX; str::len(); x.collect::<A>(); self::h(); ::i; }')).toEqual(
    [],
  );
  expect(names('fn f() { <T as X>::y::z(); <a::B as c::D>::e(); a::B::f() }')).toEqual(['a::B', 'c::D', 'a::B::f']);
  expect(names('pub(in crate::a) struct S(pub (crate::b::C, u8));')).toEqual(['crate::b::C']);
  expect(names('mod a { fn f() { super::g(); super::b::h(); self::i(); super::super::j() } }')).toEqual([
    'self::b::h',
    'self::a::i',
    'super::j',
  ]);
});

test('comments and strings are no code, lifetimes no characters', () => {
  const traps = [
    '// use no::a;',
    '/* use no::b; /* nested */ use no::c; */',
    '/// ```\n/// use no::d;\n/// ```',
    'let s = "use no::e; \\" use no::f; \\\\";',
    'let r = r#"use no::g; " use no::h;"#; let b = br##"use "# no::i;"##; let c = cr"use no::j;\\";',
    'let m = "over\n lines\nuse no::k;\n";',
    "let q = '\"'; let p = '\\''; let n = b'\\\\'; let u = '\\u{1F600}'; let e = '😀'; let z = 'é';",
    "fn f<'a, 'b: 'a>(x: &'a str, y: &'static u8) -> &'b u8 { 'outer: loop { break 'outer; } }",
    'let r#use = 1; r#mod::f();',
    'fn g() -> impl Sized + use<T> {}',
  ];
  for (const trap of traps) expect(uses(`${trap}\nuse a::b;`), trap).toEqual(['a::b']);
  expect(names(`${traps.join('\n')}`)).toEqual([]);
});

test('a byte order mark and a first line for the shell are passed over', () => {
  expect(uses('\uFEFF#!/usr/bin/env -S cargo "\nuse a::b;')).toEqual(['a::b']);
  expect(uses('#![feature(x)]\nuse a::b;')).toEqual(['a::b']);
});

test('a file declares its items, and what it gives on', () => {
  expect(
    declared(`pub struct S<T>(T) where T: Fn(u8) -> [u8; 4]; enum E { A, B } union U { a: u8 } trait T { fn no(); }
      pub const fn f(x: [u8; 3], y: impl X) -> impl Y { struct No; fn no() {} const NO: u8 = 1; }
      unsafe extern "C" fn g() {} extern "C" { fn h(); static I: u8; } static mut J: u8 = { const NO: u8 = 1; NO };
      const _: () = { struct No; }; type K = fn(u8); impl S<u8> { fn no() {} const NO: u8 = 1; } pub macro l($x:expr) {}
      async fn m() {} lazy_static! { static ref N: u8 = 1; } bitflags! { pub struct O: u8 { const NO = 1; } }`),
  ).toEqual(['S', 'E', 'U', 'T', 'f', 'g', 'h', 'I', 'J', 'K', 'l', 'm', 'N', 'O']);
  expect(declared('mod a { pub struct B; mod c { fn d() {} } } mod no;')).toEqual(['a::', 'a::B', 'a::c::', 'a::c::d']);
  expect(
    declared('pub use a::{B, c as d}; use e::F; pub(crate) use g::*; use h::I as _; fn f() { use no::no; }'),
  ).toEqual(['B=a::B', 'd=a::c', 'F~e::F', '*=g::*', 'f']);
  expect(declared('mod a { pub use super::b::C; } extern crate self as x;')).toEqual([
    'a::',
    'a::C=self::b::C',
    'x~crate',
  ]);
  expect(declared('#[macro_export]\nmacro_rules! a { () => { struct No; } } macro_rules! b { () => {} }')).toEqual([
    'a',
    'a!',
    'b',
  ]);
  expect(declared('include!("x.rs"); include_str!("y.rs");')).toEqual(['+x.rs']);
});

test('constants that items are generic over, and conditions on them, are no items', () => {
  expect(
    declared('impl<const N: usize> A<N> { fn no() {} } struct B<const M: u8>([u8; M]); fn c<const K: u8>() {}'),
  ).toEqual(['B', 'c']);
  expect(
    declared('unsafe impl const ops::Deref for A { fn no() {} } type F = fn(x: u8); const G: fn(u8) = g;'),
  ).toEqual(['F', 'G']);
});

test('one bracket too many in a body does not hide what follows', () => {
  expect(declared('fn a() { ( } fn b() { struct No; } struct C;')).toEqual(['a', 'b', 'C']);
  expect(declared('} ) ] fn a() { } struct B;')).toEqual(['a', 'B']);
});

test('half a file is read as far as it goes', () => {
  for (const text of [
    '',
    'use',
    'use a::',
    'use a::{',
    'mod',
    'mod a',
    '#[path',
    '"',
    "'",
    'r#"',
    '/*',
    'extern crate',
  ]) {
    expect(mentions(text), text).toEqual([]);
  }
  expect(uses('use a::b')).toEqual(['a::b']);
  expect(uses('use a::{b, c')).toEqual(['a::b', 'a::c']);
  expect(uses('use a, b; use c::d;')).toEqual(['a', 'c::d']);
  expect(uses('use a::b } use c::d;')).toEqual(['a::b', 'c::d']);
});

test('no text makes it throw', () => {
  const pieces =
    'use mod a b:: :: { } ( ) [ ] ; , * self super crate as # #[ #[path= "x" \' " r#" "# /* */ // \n \\ $ $crate:: ! ' +
    'macro_rules! include!( quote! pub fn struct impl extern é';
  const piece = fc.constantFrom(...pieces.split(' '));
  fc.assert(
    fc.property(fc.array(piece), fc.string(), (some, rest) => {
      const declares: string[] = [];
      return Array.isArray(rust.read(some.join(' ') + rest, 'a.rs', (name) => declares.push(name)));
    }),
    rounds(150),
  );
});

const growing =
  '/* "\\" r#" r### use use\u00a0a::{ a:: ::a mod\u00a0a{ mod\u00a0a; #[path=" #[cfg_attr( #[cfg_attr(x,path= pub( pub(in include!(" ' +
  "' '\\ $crate::a:: { } ( [ ;fn fn\u00a0a macro_rules!\u00a0a{ quote!{ use\u00a0a,b{ extern\u00a0crate r# self::a:: mod\u00a0a{use\u00a0super::b; \\";
test.each(growing.split(' ').map((unit) => unit.replaceAll('\u00a0', ' ')))(
  'reading takes linear time: %j again and again',
  (unit) => {
    const ratio = growth(2_000, (size) => rust.read(unit.repeat(size / unit.length), 'a.rs', () => {}));
    expect(ratio).toBeLessThan(linear);
  },
);
