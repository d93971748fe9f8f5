import { expect, it } from 'vitest';
import type { EmailTemplate } from './email.ports.ts';
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

const now = new Date('2026-03-01T10:20:30Z');
const address = 'ann@example.com';

it('counts a recipient by a hash, whoever writes, and a workspace beside it', () => {
  const windows = (workspaceUid: string | null) =>
    windowsOf({ template: 'notification', address, workspaceUid, network: '' }, now);
  const [recipient, workspace] = windows('w1');
  expect(recipient?.key).not.toContain('ann');
  expect(recipient).toMatchObject({ max: EMAIL_LIMITS.perRecipient.max, start: new Date('2026-03-01T10:00:00Z') });
  expect(workspace).toMatchObject({ key: 'alert-from:w1', start: new Date('2026-03-01T00:00:00Z') });
  expect(windows('w2')[0]?.key).toBe(recipient?.key);
  expect(windows(null)).toHaveLength(1);
});

it('lets no purpose use up the share of another, and nobody who asks to sign in that of another network or sender', () => {
  const keys = (template: EmailTemplate, network = 'n1', workspaceUid = 'w1') =>
    windowsOf({ template, address, workspaceUid, network }, now).map(({ key }) => key);
  const purposes = ['client_login_code', 'verify_email', 'password_changed', 'client_invitation', 'log_entry'] as const;
  const all = [...purposes.flatMap((template) => keys(template)), ...keys('notification'), ...keys('client_feedback')];
  expect(new Set(all).size).toBe(all.length);
  const shared = (one: string[], other: string[]) => one.filter((key) => other.includes(key));
  const mine = keys('client_login_code');
  for (const theirs of [keys('client_login_code', 'n2'), keys('client_login_code', 'n1', 'w2')]) {
    const common = shared(mine, theirs);
    expect(common).toHaveLength(1);
    // What a mailbox has to bear in all.
    const [whole] = windowsOf(
      { template: 'client_login_code', address, workspaceUid: 'w1', network: 'n1' },
      now,
    ).filter(({ key }) => common.includes(key));
    expect(whole?.max).toBe(EMAIL_LIMITS.perMailbox.max);
  }
});
