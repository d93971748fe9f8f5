import pino from 'pino';
import { expect, test } from 'vitest';
import { makeTlsAsk } from './tls-ask.ts';

const asked: string[] = [];
const ask = makeTlsAsk({
  ownHosts: new Set(['app.example.com']),
  async mayHaveCertificate(host) {
    asked.push(host);
    if (host === 'down.example.com') throw new Error('no database');
    return host === 'portal.example.com';
  },
  log: pino({ level: 'silent' }),
});
const statusOf = async (query: string, init?: RequestInit) =>
  (await ask(new Request(`http://127.0.0.1:3001/tls-ask${query}`, init))).status;

test('our own hosts are answered without a look-up, others by one', async () => {
  expect(await statusOf('?domain=app.example.com')).toBe(200);
  expect(asked).toEqual([]);
  expect(await statusOf('?domain=Portal.Example.com')).toBe(200);
  expect(await statusOf('?domain=portal2.example.com')).toBe(404);
  expect(asked).toEqual(['portal.example.com', 'portal2.example.com']);
  expect(await statusOf('?domain=down.example.com')).toBe(503);
});

test('what is no host is asked of nobody', async () => {
  asked.length = 0;
  const wrong = [
    ...['127.0.0.1', '2001:db8::1', '*.example.com', 'bücher.example', 'localhost', 'example', '', '.', 'a..b'],
    ...['-a.example', 'a-.example', 'a_b.example', 'a.example.', 'a.example:443', 'a.example/x', ' a.example'],
    ...[`${'a'.repeat(64)}.example`, `${'a.'.repeat(126)}example`, 'a.example\u0000', 'a.1'],
  ];
  for (const name of wrong) expect(await statusOf(`?domain=${encodeURIComponent(name)}`), name).toBe(400);
  expect(await statusOf('')).toBe(400);
  expect(await statusOf('?domain=portal.example.com&domain=portal.example.com')).toBe(400);
  expect(asked).toEqual([]);
});

test('nothing else is there', async () => {
  expect(await statusOf('?domain=app.example.com', { method: 'POST' })).toBe(404);
  expect((await ask(new Request('http://127.0.0.1:3001/?domain=app.example.com'))).status).toBe(404);
});
