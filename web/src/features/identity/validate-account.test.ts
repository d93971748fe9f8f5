import { expect, it } from 'vitest';
import { safeRedirect, validateEmail, validateNewPassword } from './validate-account.ts';

it.each([
  ['/app/na/usage?agentId=a', '/app/na/usage?agentId=a'],
  ['/app/eu', '/app/eu'],
  ['https://evil.example.com/app/na', '/app/na/agents'],
  ['//evil.example.com', '/app/na/agents'],
  ['/application', '/app/na/agents'],
  [undefined, '/app/na/agents'],
])('after the sign-in, %s leads to %s: never to another site', (target, expected) => {
  expect(safeRedirect(target, 'na')).toBe(expected);
});

it('asks for an address and a password of at least 8 characters', () => {
  expect(validateEmail('')).toBe('Please enter your email.');
  expect(validateEmail('ann')).toBe('Please enter a valid email');
  expect(validateEmail(' ann@example.com ')).toBeNull();
  expect(validateNewPassword('1234567')).toBe('Please use at least 8 characters.');
  expect(validateNewPassword('12345678')).toBeNull();
  expect(validateNewPassword('x'.repeat(129))).toBe('Please use at most 128 characters.');
});
