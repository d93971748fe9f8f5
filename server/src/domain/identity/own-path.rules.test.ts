import { expect, it } from 'vitest';
import { ownPath } from './own-path.rules.ts';

it.each([
  ['/app/na/agents?search=a#b', '/app/na/agents?search=a#b'],
  ['/', '/'],
  ['https://evil.example.com', 'else'],
  ['//evil.example.com', 'else'],
  ['/\\evil.example.com', 'else'],
  ['/app\\..\\evil', 'else'],
  ['/\t/evil.example.com', 'else'],
  ['/app\n', 'else'],
  ['javascript:alert(1)', 'else'],
  ['app', 'else'],
  [`/${'a'.repeat(3_000)}`, 'else'],
  [undefined, 'else'],
  [['/app'], 'else'],
])('a sign-in to %j leads to %s', (target, expected) => {
  expect(ownPath(target, 'else')).toBe(expected);
});
