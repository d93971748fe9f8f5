import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flow } from '@antiphon/contract/flow-parts';
import { newMessageId } from '@antiphon/contract/ids';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent, ok, publish, signUp, startChat } from '../factories/api-factory.ts';
import { bookingFlow } from '../factories/flow-factory.ts';
import { bookingAt } from '../factories/function-calls-factory.ts';
import { definitionOf } from '../factories/function-factory.ts';
import { until } from '../harness/api.ts';
import { type ChildServer, startChildServer } from '../harness/child-server.ts';
import { startLoopbackService } from '../harness/loopback-service.ts';

/** Looks something up before the table is proposed. */
function withLookUp(flow: Flow, readId: string): Flow {
  const [section] = flow.sections;
  const node = { id: 'look', kind: 'function', name: '', functionId: readId, outputs: [] } as const;
  section!.nodes.push({ ...node, inputs: [{ name: 'order', from: { value: 'B-1' } }] } as never);
  for (const edge of section!.edges) if (edge.from === 'when' && edge.port === 'done') edge.to = 'look';
  for (const port of ['ok', 'failed', 'declined']) section!.edges.push({ from: 'look', port, to: 'call' });
  return flow;
}

// Planted: each try of a call is sent under a key of its own -> caught here.
test('kill -9 while a flow looks something up, and while it books: proposed once, booked once, and it goes on to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-flow-'));
  let slow = 'GET';
  const shop = await startLoopbackService(({ line }) => ({
    ...{ status: 200, body: line.startsWith('GET') ? '{"order":{"status":"free"}}' : '{"number":"B-7"}' },
    ms: line.startsWith(slow) ? 4_000 : 0,
  }));
  const servers: ChildServer[] = [];
  const start = async () => {
    const server = await startChildServer({ DATA_DIR: folder, OUTBOUND_ALLOW_SITES: shop.pair });
    servers.push(server);
    return server;
  };
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let server = await start();
  const owner = await signUp(server);
  const call = async (method: string, path: string, body?: object) =>
    ok(await server.call(method, path, { caller: owner.key, ...(body ? { body } : {}) }));
  const functions: { functionId: string; revision: number }[] = [];
  const booking = bookingAt(shop.origin);
  for (const definition of [
    { ...booking, request: { ...booking.request, honoursIdempotencyKey: true } },
    definitionOf({ request: { method: 'GET', origin: shop.origin, path: '/orders/{order}' } }),
  ]) {
    const path = `/v2/workspaces/${owner.uid}/functions`;
    const { id, edition } = await call('POST', path, definition);
    const { revision } = await call('POST', `${path}/${id}/publish`, { edition });
    functions.push({ functionId: id, revision });
  }
  const [book, look] = functions as [(typeof functions)[0], (typeof functions)[0]];
  const flow = withLookUp(bookingFlow(book.functionId), look.functionId);
  const agentId = await createAgent(server, owner, (settings) => ({
    ...settings,
    flow,
    functions: functions as never,
  }));
  await publish(server, owner, agentId);
  const { conversationId, visitor } = await startChat(server, agentId);
  const place = `/public/conversations/${conversationId}`;
  const read = async () => ok(await server.call('GET', place, { caller: visitor }));
  const write = async (text: string) =>
    ok(await server.call('POST', `${place}/messages`, { caller: visitor, body: { id: newMessageId(), text } }));
  const last = async (text: string) => until(read, ({ messages }) => messages.at(-1)?.text.includes(text), 30_000);

  await write('1');
  await last('how many people');
  await write('3');
  await last('which day');
  await write('3 December 2099');
  await until(
    async () => shop.requests.length,
    (count) => count === 1,
  );
  await server.kill();
  slow = 'POST';
  server = await start();
  await last('Book a table for 3');
  const { actions } = await read();
  expect(actions).toHaveLength(1);
  ok(
    await server.call('POST', `${place}/actions/${actions[0].callId}`, {
      caller: visitor,
      body: { decision: 'confirm' },
    }),
  );
  await until(
    async () => shop.requests.filter(({ line }) => line.startsWith('POST')).length,
    (count) => count === 1,
  );
  await server.kill();
  slow = 'nothing';
  server = await start();
  const { messages } = await last('See you on Thursday, December 3, 2099. Your number is B-7.');
  const sent = shop.requests.filter(({ line }) => line.startsWith('POST'));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(messages.filter(({ text }: { text: string }) => text.startsWith('Book a table for'))).toHaveLength(1);
  expect(messages.filter(({ text }: { text: string }) => text.startsWith('See you'))).toHaveLength(1);
}, 300_000);
