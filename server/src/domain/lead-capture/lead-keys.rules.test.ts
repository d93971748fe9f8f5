import { expect, test } from 'vitest';
import { emailKey, mailboxOf, nameKey, phoneKey } from './lead-keys.rules.ts';

test.each([
  [' Ann@Example.COM ', 'ann@example.com'],
  ['ann+shop@example.com', 'ann+shop@example.com'],
  ['ann@localhost', ''],
  ['=ann', ''],
  ['', ''],
])('the key of the address %j is %j', (email, key) => {
  expect(emailKey(email)).toBe(key);
});

test('what follows a + may be the same mailbox', () => {
  expect(mailboxOf('ann+shop@example.com')).toBe('ann@example.com');
  expect(mailboxOf('ann@example.com')).toBe('ann@example.com');
});

test.each([
  ['+1 (202) 555-0143', '+12025550143'],
  ['001 202 555 0143', '+12025550143'],
  ['+49 (0)30 1234567', '+49301234567'],
  ['202-555-0143', '2025550143'],
  ['٠٣٠ ١٢٣٤٥٦٧', '0301234567'],
  ['12345', ''],
  ['+1234567890123456', ''],
  ['call me', ''],
  ['1234567; drop table', ''],
])('the key of the number %j is %j', (phone, key) => {
  expect(phoneKey(phone)).toBe(key);
});

test.each([
  ['Ann Smith', 'ann smith'],
  ['SMITH, Ann', 'ann smith'],
  ['Ánn  Smíth', 'ann smith'],
  ['Ann', ''],
  ['', ''],
])('the key of the name %j is %j', (name, key) => {
  expect(nameKey(name)).toBe(key);
});
