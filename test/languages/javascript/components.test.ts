import { describe, expect, it } from 'vitest';
import { javascript } from '../../../src/languages/javascript/javascript.js';

const read = (text: string, path = 'A.vue'): string[] =>
  javascript.read(text, path).map(({ kind, text }) => `${kind} ${text}`);

describe('components', () => {
  it('are read in all of their scripts, and nowhere else', () => {
    const text = `<template><p>import('y') don't {{ require('y') }}</p></template>
<script>import 'a'</script>
<script setup lang="ts">
import type { B } from 'b'
const c = <any>d; import('c')
</script>
<style>@import 'y';</style>`;
    expect(read(text)).toEqual(['import a', 'type b', 'dynamic c']);
    expect(read(text, 'A.svelte')).toEqual(['import a', 'type b', 'dynamic c']);
  });

  it('may have their script in another file', () => {
    expect(read('<script lang="ts" src="./a.ts"></script>')).toEqual(['import ./a.ts']);
    expect(read("<script src='./a.ts' />")).toEqual(['import ./a.ts']);
  });

  it('may hold JSX where they say so', () => {
    expect(read("<script lang='tsx'>const a = <p>it's `</p>; import('x')</script>")).toEqual(['dynamic x']);
  });

  it('may have > in an attribute, and capital letters', () => {
    expect(read('<SCRIPT setup generic="T extends A<B>">import \'x\'</SCRIPT>')).toEqual(['import x']);
  });

  it('have no script in a comment', () => {
    expect(read("<!-- <script>import 'y'</script> --><script>import 'x'</script>")).toEqual(['import x']);
    expect(read("<!-- <script>import 'y'</script>")).toEqual([]);
  });

  it('are read where a letter before changes its length in lower case', () => {
    expect(read("<p>İİİİİİ</p><script>import 'x'</script>")).toEqual(['import x']);
  });
});
