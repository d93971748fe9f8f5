import { expect, test } from 'vitest';
import { openBraceLine } from './open-brace.ts';

test.each([
  ['a { color: red }', null],
  ['', null],
  ['a { color: red }\nb { color: blue', 2],
  ['@media (width > 1px) {\n  a { color: red }\n', 1],
  ['a { content: "{" }', null],
  ["a::before { content: '\\'{' }", null],
  ['/* { */ a { color: red }', null],
  ['/* never closed { ', null],
  ['a { color: red } }\nb {', 2],
])('%j has its first open brace in line %s', (css, line) => expect(openBraceLine(css)).toBe(line));
