import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Chat,
  createAgent,
  type Owner,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
} from '../factories/api-factory.ts';
import { type ChildServer, runToItsEnd, startChildServer } from '../harness/child-server.ts';

const MB = 1024 * 1024;
const folder = () => mkdtempSync(join(tmpdir(), 'bad-input-'));

describe('bad input gets its clear message, and nothing is lost', () => {
  const dataDir = folder();
  let server: ChildServer;
  let owner: Owner;
  let chat: Chat;

  beforeAll(async () => {
    server = await startChildServer({ DATA_DIR: dataDir });
    owner = await signUp(server);
    const agentId = await createAgent(server, owner);
    await publish(server, owner, agentId);
    chat = await startChat(server, agentId);
  }, 900_000);
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test.each([
    ['with its length said', true],
    ['in chunks of unsaid length', false],
  ])(
    'a file of 200 MB %s: 413, "Max size: 20 MBs", memory stays bounded',
    async (_name, saysLength) => {
      const before = server.peakMemory();
      const answer = await upload(server, chat, 200 * MB, saysLength);
      expect(answer).toMatchObject({ status: 413, body: { code: 'too_large', message: 'Max size: 20 MBs' } });
      expect(server.peakMemory() - before).toBeLessThan(100 * MB);
      expect(await server.call('GET', '/../../readyz')).toMatchObject({ status: 200 });
    },
    240_000,
  );

  test('a message of 60 kB: 400, with how long it may be', async () => {
    const answer = await send(server, chat, 'x'.repeat(60_000));
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: 'A message may have at most 8000 characters.' },
    });
  });

  test('a message of 1 MB: 413', async () => {
    const answer = await send(server, chat, 'x'.repeat(1_000_000));
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large', message: 'Max size: 64 kB' } });
  });

  test('an owner’s text of 500,000 characters that take three bytes each', async () => {
    const agentId = await createAgent(server, owner);
    const body = { kind: 'text', title: 'Fahrräder', text: '自'.repeat(500_000) };
    const answer = await server.call('POST', `/v2/agents/${agentId}/knowledge`, { caller: owner.key, body });
    expect(answer.status).toBe(201);
  });

  test('a message in Arabic with emoji comes back to the byte, and is answered', async () => {
    const text = 'كم تكلفة الدراجة الكهربائية في اليوم؟ 🚲👩🏽‍🔧\u200f (٢٨ يورو؟)';
    const { messageId } = ok(await send(server, chat, text));
    const messages = await settledMessages(server, owner, chat);
    expect(messages.find(({ id }) => id === messageId)?.text).toBe(text);
    expect(messages.at(-1)).toMatchObject({ role: 'agent', state: 'complete' });
  });

  test('a region that does not exist: 404, with those that do', async () => {
    const answer = await server.call('GET', '/v2/me', { region: 'mars' });
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'invalid_region', message: 'This region does not exist. Regions are na and eu.' },
    });
  });

  test('a second server on the same data folder does not start, says why, and the first goes on', async () => {
    const second = await runToItsEnd({ DATA_DIR: dataDir });
    expect(second.code).toBe(1);
    expect(second.output).toMatch(
      /^\s*The data folder \S+ is in use by process \d+\. Stop that one first, or start this one with another DATA_DIR\.\s*$/,
    );
    expect(await server.call('GET', '/../../readyz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  }, 300_000);
});

describe('a start that cannot work ends with one sentence', () => {
  const dataDir = folder();
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test('DATABASE_URL that is down', async () => {
    const port = await closedPort();
    const { code, output } = await runToItsEnd({
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://u:p4ssw0rd@127.0.0.1:${port}/x`,
    });
    expect(code).toBe(1);
    expect(output.trim()).toBe(
      'The database cannot be reached (ECONNREFUSED). Check DATABASE_URL and that PostgreSQL runs; nothing was changed.',
    );
  }, 300_000);

  test.each([
    [
      'a weak SECRET_KEY',
      { SECRET_KEY: 'secret' },
      'SECRET_KEY is too weak. Use at least 32 random characters: openssl rand -base64 32',
    ],
    ['no SECRET_KEY', {}, 'SECRET_KEY must be set in production: openssl rand -base64 32'],
  ])(
    '%s in production',
    async (_name, environment, sentence) => {
      const { code, output } = await runToItsEnd({ DATA_DIR: dataDir, NODE_ENV: 'production', ...environment });
      expect(code).toBe(1);
      expect(output.trim()).toBe(sentence);
    },
    240_000,
  );
});

/** Streams a file of zeros as a form, piece by piece, as slowly as the server takes it. */
function upload(server: ChildServer, chat: Chat, bytes: number, saysLength: boolean) {
  const head = Buffer.from(
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n',
  );
  const tail = Buffer.from('\r\n--x--\r\n');
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const sent = request(`${server.origin}/api/na/public/conversations/${chat.conversationId}/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${chat.visitor.bearer}`,
        'content-type': 'multipart/form-data; boundary=x',
        ...(saysLength ? { 'content-length': String(head.length + bytes + tail.length) } : {}),
      },
    });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
      sent.destroy();
    });
    const piece = Buffer.alloc(64 * 1024, 'a');
    let left = bytes;
    const pump = () => {
      while (left > 0 && !sent.destroyed) {
        left -= piece.length;
        if (!sent.write(piece)) return void sent.once('drain', pump);
      }
      if (left <= 0) sent.end(tail);
    };
    sent.write(head);
    pump();
  });
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
