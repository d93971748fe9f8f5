import { expect, test } from 'vitest';
import { pagePolicy } from './page-policy.ts';

const partsOf = (policy: string) =>
  new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));

test('a page brings scripts of our own alone, and calls nobody else', () => {
  const policy = partsOf(pagePolicy({ frames: ['content.example.com'], takesCards: false }));
  expect(policy.get('script-src')).toEqual(["'self'"]);
  expect(policy.get('connect-src')).toEqual(["'self'"]);
  expect(policy.get('frame-src')).toEqual(["'self'", 'content.example.com']);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
});

test('where cards are taken the payment provider’s script may come, stand in frames and call home', () => {
  const policy = partsOf(pagePolicy({ takesCards: true }));
  expect(policy.get('script-src')).toEqual(["'self'", 'https://js.stripe.com']);
  expect(policy.get('frame-src')).toEqual(["'self'", 'https://js.stripe.com', 'https://hooks.stripe.com']);
  expect(policy.get('connect-src')).toEqual(["'self'", 'https://api.stripe.com']);
  expect(policy.get('default-src')).toEqual(["'self'"]);
});
