import { afterAll, expect, test } from 'vitest';
import { startSmtpInbox } from '../../../test/harness/smtp-inbox.ts';
import { makeSmtpTransport, parseSender } from './smtp-transport.ts';

const inbox = await startSmtpInbox({
  refuse: (to) =>
    to.startsWith('gone')
      ? { code: 550, message: 'No such user' }
      : to.startsWith('busy')
        ? { code: 450, message: 'Greylisted' }
        : null,
});
afterAll(() => inbox.close());

const from = 'Antiphon <hello@example.com>';
const mail = (to: string) => ({
  id: 'eml_1',
  to,
  subject: 'Grüße, your link',
  html: '<p>Hallo <b>Ann</b></p>',
  text: 'Hallo Ann',
});
const transport = makeSmtpTransport({ url: inbox.url, from });

test('a real mail server receives it in HTML and text, from the sender, under its own id', async () => {
  const link = 'https://app.example.com/magic-link?region=na#token=a%2Bb';
  await transport.send({
    ...mail('ann@example.com'),
    html: `<a href="${link}">Sign in</a>`,
    text: `Sign in:\n${link}\n`,
  });
  const received = inbox.mails.at(-1)!;
  expect(received.recipients).toEqual(['ann@example.com']);
  expect(received.from?.text).toBe('"Antiphon" <hello@example.com>');
  expect(received.subject).toBe('Grüße, your link');
  expect(received.messageId).toBe('<eml_1@example.com>');
  expect(received.html).toContain(`href="${link}"`);
  expect(received.text).toContain(link);
  expect(received.headers.get('auto-submitted')).toBe('auto-generated');
});

test('a mail in the name of an agency shows no other sender', async () => {
  await transport.send({ ...mail('ann@example.com'), senderName: 'Harbour "Labs", Inc.' });
  const { from: sender } = inbox.mails.at(-1)!;
  expect(sender?.value).toEqual([{ address: 'hello@example.com', name: 'Harbour "Labs", Inc.' }]);
});

test('a line break in a subject adds no header and no recipient', async () => {
  await transport.send({ ...mail('ann@example.com'), subject: 'Hello\r\nBcc: eve@example.com\r\nX-Evil: 1' });
  const received = inbox.mails.at(-1)!;
  expect(received.recipients).toEqual(['ann@example.com']);
  expect(received.headers.has('bcc')).toBe(false);
  expect(received.headers.has('x-evil')).toBe(false);
});

test.each([
  ['gone@example.com', 'invalid', false],
  ['busy@example.com', 'rate_limited', true],
])('a refused recipient %s is %s', async (to, kind, canRetry) => {
  const count = inbox.mails.length;
  await expect(transport.send(mail(to))).rejects.toMatchObject({ kind, canRetry });
  expect(inbox.mails).toHaveLength(count);
});

test('a wrong password is told without it, and a server that is not there is unreachable', async () => {
  const guarded = await startSmtpInbox({ password: 'right' });
  const secret = 'canary-password';
  const wrong = makeSmtpTransport({ url: `smtp://mailer:${secret}@127.0.0.1:${guarded.port}`, from });
  const refused = await wrong.send(mail('ann@example.com')).catch((error: unknown) => error as Error);
  expect(refused).toMatchObject({ kind: 'unauthorized' });
  expect(String(refused)).not.toContain(secret);
  await guarded.close();
  const away = makeSmtpTransport({ url: `smtp://127.0.0.1:${guarded.port}`, from });
  await expect(away.send(mail('ann@example.com'))).rejects.toMatchObject({ kind: 'unreachable', canRetry: true });
});

test.each([
  ['Antiphon <hello@example.com>', { name: 'Antiphon', address: 'hello@example.com' }],
  ['"Antiphon, Ltd" <hello@example.com>', { name: 'Antiphon, Ltd', address: 'hello@example.com' }],
  ['hello@example.com', { name: '', address: 'hello@example.com' }],
])('the sender %s', (given, expected) => {
  expect(parseSender(given)).toEqual(expected);
});
