import { expect, it } from 'vitest';
import { oneLine, type TemplatedEmail, writeLetter } from './templates.rules.ts';

const invitation = (workspaceName: string, inviterName = 'Ann'): TemplatedEmail => ({
  template: 'workspace_invitation',
  props: { workspaceName, inviterName, url: 'https://app.example.com/x#token=a', days: 7 },
});

it.each([
  ['a\r\nBcc: eve@example.com', 'a Bcc: eve@example.com'],
  ['a\nb', 'a b'],
  ['a\u2028b', 'a b'],
  ['a\u0000b', 'a b'],
  ['invoice \u202egnp.exe', 'invoice gnp.exe'],
])('%j is the one line %j', (given, expected) => {
  expect(oneLine(given)).toBe(expected);
});

it('no name can add a header, a line or a page of text to a mail', () => {
  const letter = writeLetter(invitation('Shop\r\nBcc: eve@example.com', 'x'.repeat(5_000)), 'Antiphon\nX: y');
  expect(letter.subject).not.toMatch(/[\r\n]/);
  expect(letter.subject.length).toBeLessThanOrEqual(200);
  expect(letter.paragraphs.join('')).not.toMatch(/[\r\n]/);
  expect(letter.paragraphs.join('').length).toBeLessThan(600);
});

it('a link is never cut', () => {
  const url = `https://app.example.com/verify-email#token=${'a'.repeat(900)}`;
  expect(writeLetter({ template: 'verify_email', props: { url, hours: 24 } }, 'Antiphon').action?.url).toBe(url);
});
