import { expect, it } from 'vitest';
import { switchedPath } from './switched-path.ts';

it.each([
  ['/app/na/agents', 'eu', '/app/eu/agents'],
  ['/app/eu/agents/na/overview', 'na', '/app/na/agents/na/overview'],
  ['/app/na', 'eu', '/app/eu'],
  ['/app/native/eu', 'na', '/app/native/na'],
] as const)('%s in %s is %s', (from, target, expected) => {
  expect(switchedPath(from, target)).toBe(expected);
});
