import { expect, it } from 'vitest';
import { EMAIL_LIMITS, nextAttemptAt, toAddress, windowsOf } from './email.rules.ts';

it.each([
  ['Ann@Example.com ', 'ann@example.com'],
  ['first.last+tag@mail.example.co.uk', 'first.last+tag@mail.example.co.uk'],
  ['ann', null],
  ['ann@example', null],
  ['ann@@example.com', null],
  ['ann@example.com\r\nBcc: eve@example.com', null],
  ['ann@example.com, eve@example.com', null],
  ['"ann eve"@example.com', null],
  ['Ann <ann@example.com>', null],
  ['ann@[127.0.0.1]', null],
  ['.ann@example.com', null],
  ['an..n@example.com', null],
  [`${'a'.repeat(65)}@example.com`, null],
  [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.com`, null],
  ['añn@example.com', null],
])('mail is sent to %j as %j', (given, expected) => {
  expect(toAddress(given)).toBe(expected);
});

it('waits longer after each failed attempt, for some 20 hours in all, and then gives up', () => {
  const start = new Date('2026-03-01T00:00:00Z');
  const waits: number[] = [];
  let now = start;
  for (let attempts = 1; ; attempts++) {
    const next = nextAttemptAt(attempts, now);
    if (!next) break;
    waits.push(next.getTime() - now.getTime());
    now = next;
  }
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  const hours = (now.getTime() - start.getTime()) / 3_600_000;
  expect(hours).toBeGreaterThan(18);
  expect(hours).toBeLessThan(24);
});

it('never comes sooner than the provider asked for', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  expect(nextAttemptAt(1, now, 90_000)?.getTime()).toBe(now.getTime() + 90_000);
  expect(nextAttemptAt(1, now, 1)?.getTime()).toBe(now.getTime() + 30_000);
});

it('counts a recipient by a hash, whoever writes, and a workspace beside it', () => {
  const now = new Date('2026-03-01T10:20:30Z');
  const [recipient, workspace] = windowsOf('ann@example.com', 'w1', now);
  expect(recipient?.key).not.toContain('ann');
  expect(recipient).toMatchObject({ max: EMAIL_LIMITS.perRecipient.max, start: new Date('2026-03-01T10:00:00Z') });
  expect(workspace).toMatchObject({ key: 'from:w1', start: new Date('2026-03-01T00:00:00Z') });
  expect(windowsOf('ann@example.com', 'w2', now)[0]?.key).toBe(recipient?.key);
  expect(windowsOf('ann@example.com', null, now)).toHaveLength(1);
  const keys = [...windowsOf('ann@example.com', 'w1', now), ...windowsOf('ann@example.com', 'w1', now, true)];
  expect(new Set(keys.map(({ key }) => key)).size, 'notices are counted apart').toBe(4);
});
