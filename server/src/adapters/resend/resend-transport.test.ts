import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { makeResendTransport } from './resend-transport.ts';

/** Speaks the shape of Resend's API, as https://resend.com/docs describes it; the official SDK talks to it. */
const requests: { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];
let answer: { status: number; body: unknown } = { status: 200, body: { id: 'r1' } };
const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  requests.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) });
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());

const apiKey = 're_canary_0123456789';
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const transport = makeResendTransport({ apiKey, from: 'Antiphon <hello@example.com>', baseUrl });
const mail = { id: 'eml_1', to: 'ann@example.com', subject: 'Your link', html: '<p>Hello</p>', text: 'Hello' };

test('a mail goes out in HTML and text under its own id, so that a second sending is none', async () => {
  answer = { status: 200, body: { id: 'r1' } };
  await transport.send(mail);
  const { path, headers, body } = requests.at(-1)!;
  expect(path).toBe('/emails');
  expect(headers.authorization).toBe(`Bearer ${apiKey}`);
  expect(headers['idempotency-key']).toBe('eml_1');
  expect(body).toMatchObject({
    from: 'Antiphon <hello@example.com>',
    to: ['ann@example.com'],
    html: '<p>Hello</p>',
    text: 'Hello',
  });
});

test('a mail in the name of an agency shows no other sender, whatever its name holds', async () => {
  answer = { status: 200, body: { id: 'r1' } };
  await transport.send({ ...mail, senderName: 'Harbour" <eve@example.com>' });
  expect(requests.at(-1)!.body.from).toBe('"Harbour  <eve@example.com>" <hello@example.com>');
});

test.each([
  [422, { statusCode: 422, name: 'validation_error', message: 'Invalid `to` field.' }, 'invalid'],
  [403, { statusCode: 403, name: 'invalid_api_key', message: 'API key is invalid.' }, 'unauthorized'],
  [429, { statusCode: 429, name: 'rate_limit_exceeded', message: 'Too many requests.' }, 'rate_limited'],
  [409, { statusCode: 409, name: 'concurrent_idempotent_requests', message: 'In progress.' }, 'unreachable'],
  [500, { statusCode: 500, name: 'internal_server_error', message: 'Sorry.' }, 'unreachable'],
  [502, '<html>Bad gateway</html>', 'unreachable'],
])('an answer %i is told apart', async (status, body, kind) => {
  answer = { status, body };
  const refused = await transport.send(mail).catch((error: unknown) => error as Error);
  expect(refused).toMatchObject({ kind });
  expect(String(refused)).not.toContain(apiKey);
});

test('a server that is not there is unreachable', async () => {
  const away = makeResendTransport({ apiKey, from: 'hello@example.com', baseUrl: 'http://127.0.0.1:9' });
  await expect(away.send(mail)).rejects.toMatchObject({ kind: 'unreachable', canRetry: true });
});
