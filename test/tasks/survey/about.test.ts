import { describe, expect, it } from 'vitest';
import { lookInto } from '../../../src/tasks/survey/look-into.js';

const aboutIn = (path: string, ...lines: readonly string[]) => lookInto(path, lines.join('\n')).about?.text;
const noteIn = (path: string, ...lines: readonly string[]) => lookInto(path, lines.join('\n')).note;

describe('what a folder is', () => {
  it('is the first paragraph of its README, without badges, pictures and markup', () => {
    expect(
      aboutIn(
        'README.md',
        '---',
        'title: x',
        '---',
        '<p align="center"><img src="logo.png"></p>',
        '',
        '# Thing',
        '',
        '[![Build](https://ci/badge.svg)](https://ci)',
        '',
        '**Thing** is a [small](https://a.b) `tool <x>` for',
        'trying _things_ out. It has a second sentence. And a third.',
        '',
        'More.',
      ),
    ).toBe('Thing is a small `tool <x>` for trying things out. It has a second sentence.');
  });

  it('is not what a README says about itself, about news or about installing', () => {
    expect(
      aboutIn(
        'README.md',
        '# Thing',
        '',
        'This README is a quick start document.',
        '',
        '## Version 2 is now available!',
        '',
        'Many things have changed in it.',
        '',
        '---',
        '',
        'Thing does what it says.',
      ),
    ).toBe('Thing does what it says.');
    expect(
      aboutIn('README.md', '# T', '', '## Install', '', 'Run the installer now.', '', '## Why', '', 'It is fast.'),
    ).toBe('It is fast.');
    expect(aboutIn('README.md', '# Thing')).toBeUndefined();
  });

  it('is read from reStructuredText and plain text too', () => {
    expect(
      aboutIn(
        'README.rst',
        'Thing',
        '=====',
        '',
        '.. image:: a.png',
        '',
        'See :class:`Thing` for all of it, `there <https://a>`_.',
      ),
    ).toBeUndefined();
    expect(
      aboutIn(
        'README.rst',
        'Thing',
        '=====',
        '',
        '.. image:: a.png',
        '',
        'A :class:`Thing` for all, `there <https://a>`_.',
      ),
    ).toBe('A `Thing` for all, there.');
    expect(aboutIn('README', 'This folder holds the tests of all parts.')).toBe(
      'This folder holds the tests of all parts.',
    );
  });

  it('is the description of its manifest', () => {
    expect(aboutIn('package.json', '{ "name": "a", "description": "Does it all." }')).toBe('Does it all.');
    expect(aboutIn('package.json', '{ "name": "@a/b", "description": "@a/b" }')).toBeUndefined();
    expect(aboutIn('package.json', '{ broken')).toBeUndefined();
    expect(aboutIn('pyproject.toml', '[project]', 'description = "Does it in Python."')).toBe('Does it in Python.');
    expect(aboutIn('Cargo.toml', '[package]', 'description = """', 'Does it', 'in Rust.', '"""')).toBe(
      'Does it in Rust.',
    );
    expect(aboutIn('Cargo.toml', '[dependencies]', 'description = "of something else"')).toBeUndefined();
    expect(aboutIn('Cargo.toml', '[package]', '{{ more }}', 'description = "Does it in a template."')).toBe(
      'Does it in a template.',
    );
    expect(aboutIn('pyproject.toml', '[project]', ...new Array(20).fill('['), 'description = "Lost."')).toBeUndefined();
  });

  it('is the comment of its package', () => {
    expect(aboutIn('p/__init__.py', '# Copyright', '', '"""Reads and writes', 'things."""', 'import os')).toBe(
      'Reads and writes things.',
    );
    expect(aboutIn('p/any.go', '// Package p does things.', 'package p')).toBe('Package p does things.');
    expect(aboutIn('p/other.go', '// Things are done here.', 'package p')).toBeUndefined();
    expect(aboutIn('src/lib.rs', '//! Does things', '//! in Rust.', '', 'pub mod a;')).toBe('Does things in Rust.');
  });
});

describe('what a file is', () => {
  it('is its opening comment, if that is not a licence and not for a tool', () => {
    expect(
      noteIn(
        'a.c',
        '/* list.c - A generic list',
        ' *',
        ' * Copyright (c) 2009, Someone',
        ' * All rights reserved.',
        ' */',
        '#include "list.h"',
      ),
    ).toBe('A generic list');
    expect(
      noteIn(
        'a.js',
        '/**',
        ' * Permission is hereby granted, free of charge, to any person obtaining a copy',
        ' * of this software and associated documentation files, to deal in it.',
        ' */',
        '/* eslint-disable no-console */',
        '',
        "'use strict';",
        '// Turns one thing into another.',
        '',
        "import a from 'a';",
      ),
    ).toBe('Turns one thing into another.');
    expect(
      noteIn('a.ts', '// Copyright 2020 Someone', '// SPDX-License-Identifier: MIT', 'export {};'),
    ).toBeUndefined();
    expect(noteIn('run.sh', '#!/bin/sh -eu', '# Starts all of the servers.', 'set -x')).toBe(
      'Starts all of the servers.',
    );
  });

  it('is else the comment on the name it is called after', () => {
    const text = [
      '/** How far it goes. */',
      'const limit = 1;',
      '/** Something beside it. */',
      'export const other = 2;',
      '/** Makes a plan of it, as {@link other} says. More of it here. */',
      'export const createPlan = () => 1;',
    ];
    expect(noteIn('plan.ts', ...text)).toBe('Makes a plan of it, as other says.');
    expect(noteIn('x.py', 'import os', 'class X:', '    """Holds all of the things.', '', '    More."""')).toBe(
      'Holds all of the things.',
    );
  });

  it('is not a comment at the end of another line, nor one that leads over to a list', () => {
    expect(noteIn('x.ts', 'const a = 1; // something about a that is long', 'export const x = 1;')).toBeUndefined();
    expect(noteIn('x.ts', '// There are two kinds of them:', '// - one', '', 'export const y = 1;')).toBeUndefined();
  });

  it('is the title and the first sentence of a document', () => {
    expect(noteIn('docs/how.md', '# How it works', '', 'Data flows one way. Always.')).toBe(
      'How it works: Data flows one way.',
    );
    expect(noteIn('LICENSE.md', '# The licence', '', 'You may do what you want with it.')).toBeUndefined();
    expect(noteIn('words.txt', 'ake bale fle', 'gameboy mutli')).toBeUndefined();
  });
});

describe('entry points', () => {
  const entriesIn = (path: string, ...lines: readonly string[]) => lookInto(path, lines.join('\n')).entryPoints;

  it('are commands and libraries of manifests', () => {
    const json = {
      name: '@a/tool',
      bin: './cli.js',
      exports: { '.': { types: './a.d.ts', import: './a.mjs' }, './b': './b.js' },
    };
    expect(entriesIn('p/package.json', JSON.stringify(json))).toEqual([
      { kind: 'command', file: 'p/package.json', name: 'tool', target: './cli.js' },
      { kind: 'library', file: 'p/package.json', target: './a.mjs' },
    ]);
    expect(entriesIn('pyproject.toml', '[project.scripts]', 'go = "a.cli:main"')).toEqual([
      { kind: 'command', file: 'pyproject.toml', name: 'go', target: 'a.cli:main' },
    ]);
    expect(entriesIn('Cargo.toml', '[[bin]]', 'path = "a.rs"', 'name = "rg"', '', '[features]')).toEqual([
      { kind: 'command', file: 'Cargo.toml', name: 'rg', target: 'a.rs' },
    ]);
  });

  it.each([
    ['main.c', 'int main(int argc, char **argv) {', 'main'],
    ['a.go', 'package main\nfunc main() {', 'main'],
    ['main.rs', 'fn main() {', 'main'],
    ['App.java', 'class App {\n  public static void main(String[] a) {', 'main'],
    ['p/__main__.py', '', 'main'],
    ['a.py', "if __name__ == '__main__':", 'script'],
    ['run', '#!/usr/bin/env node', 'script'],
  ])('are where %s begins', (path, text, kind) => {
    expect(entriesIn(path, text)).toEqual([{ kind, file: path }]);
  });

  it('are not in tests, in strings, or where a library tries itself out', () => {
    expect(entriesIn('tests/a.py', "if __name__ == '__main__':")).toEqual([]);
    expect(entriesIn('a.rs', 'let s = "\nfn main() {}\n";')).toEqual([]);
    expect(entriesIn('crc.c', '#ifdef CRC_TEST', 'int main(void) { return 0; }', '#endif')).toEqual([]);
  });
});
