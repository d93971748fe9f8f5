import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newMessageId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addText,
  createAgent,
  getUsage,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { askForPerson, follow, inbox, joinAsOperator, readOn } from '../factories/takeover-factory.ts';
import { amount } from '../harness/amounts.ts';
import { callerHeaders, until } from '../harness/api.ts';
import { type ChildServer, startChildServer } from '../harness/child-server.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startNats } from '../harness/start-nats.ts';
import { startPgBouncer } from '../harness/start-pgbouncer.ts';
import { Reader, type StreamFrame } from '../harness/visitor-stream.ts';

/** Of every width that a text can have, with halves of pairs at the borders of pieces, quotes, and what JSON escapes. */
const REPLY = Array.from({ length: 120 }, (_, at) => `${at}:"é漢😀👩‍👩‍👧\\\u2028${'x'.repeat(at % 7)}`)
  .join(' ')
  .concat('.');
const isEnd = ({ event }: StreamFrame) => event === 'done' || event === 'error';

const server = process.env.TEST_DATABASE_URL ?? '';

const WAYS = ['by NOTIFY', 'through a pooler and by NATS'] as const;

describe.each(WAYS.slice(0, amount(WAYS.length, 1)))('%s', (way) => {
  let host: Awaited<ReturnType<typeof startModelServer>>;
  let one: ChildServer;
  let two: ChildServer;
  let environment: Record<string, string>;
  let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>> | undefined;
  let nats: Awaited<ReturnType<typeof startNats>> | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'two-'));

  /** What stands between the processes and their database, and between each other. */
  async function between(url: string): Promise<Record<string, string>> {
    if (way === 'by NOTIFY') return { DATABASE_URL: url };
    pooler = await startPgBouncer(server);
    nats = await startNats();
    const database = { DATABASE_URL: pooler.urlOf(url), DATABASE_DIRECT_URL: url, DATABASE_POOLER: 'transaction' };
    return { ...database, BROKER_URL: nats.urlOf('na') };
  }

  beforeAll(async () => {
    made = await createPostgresDatabase(server, 4);
    host = await startModelServer({ reply: () => REPLY, gapMs: 15 });
    environment = { DATA_DIR: folder, OUTBOUND_ALLOW: host.hostAndPort, ...(await between(made.url)) };
    one = await startChildServer({ ...environment, ROLE: 'web' });
    two = await startChildServer(environment);
  }, 300_000);

  afterAll(async () => {
    await Promise.all([one?.kill(), two?.kill()]);
    await host?.close();
    await Promise.all([pooler?.stop(), nats?.stop()]);
    await made?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function makeAgent(change = {}) {
    const owner = await signUp(one);
    const withModel = await useModelServer(one, owner, host.baseURL, 'slow-tokens');
    const agentId = await createAgent(one, owner, (settings) => ({ ...withModel(settings), ...change }));
    await addText(two, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
    await publish(one, owner, agentId);
    return { owner, agentId };
  }

  test('a reply that one process writes is read in the other as it is written, to the byte, and stopped from there', async () => {
    const { owner, agentId } = await makeAgent();
    const chat = await startChat(one, agentId);
    const [near, far] = [await follow(one.origin, chat), await follow(two.origin, chat)];
    const { replyId } = ok(await send(one, chat, 'What does an electric bike cost?'));
    await far.until(({ event, data }) => event === 'delta' && data.text.length > 0);
    // Somebody who begins to look in the middle gets what was written before, too.
    const joined = await follow(two.origin, chat, '0.0.0');
    for (const reader of [near, far, joined]) await reader.until(isEnd, 60_000);
    for (const { frames, leave } of [near, far, joined]) {
      const reader = new Reader();
      reader.take(frames);
      expect(reader.texts.get(replyId)).toBe(REPLY);
      expect(reader.ends).toHaveLength(1);
      await leave();
    }
    // It came while it was written: in many pieces, and not as one text at the end.
    expect(far.frames.filter(({ event }) => event === 'delta').length).toBeGreaterThan(10);

    const stopped = await startChat(one, agentId);
    const reader = await follow(two.origin, stopped);
    ok(await send(one, stopped, 'What does an electric bike cost?'));
    await reader.until(({ event }) => event === 'delta');
    const asked = Date.now();
    ok(
      await two.call('POST', `/public/conversations/${stopped.conversationId}/stop`, {
        caller: stopped.visitor,
        body: {},
      }),
    );
    const end = await reader.until(isEnd);
    expect(end?.data.state).toBe('stopped');
    expect(Date.now() - asked).toBeLessThan(1_000);
    await reader.leave();
    expect((await getUsage(one, owner)).items.filter(({ featureKey }) => featureKey === 'text_turn')).toHaveLength(2);
  }, 300_000);

  test('a chat is asked for here, claimed there, and goes on when one process is killed in the middle', async () => {
    const { owner, agentId } = await makeAgent();
    const person = await joinAsOperator(one, made.database, owner.uid);
    const rival = await joinAsOperator(one, made.database, owner.uid);
    await inbox(one, owner.uid, person).online();
    const chat = await startChat(one, agentId);
    const visitor = await follow(one.origin, chat);
    ok(await send(one, chat, 'What does an electric bike cost?'));
    await visitor.until(({ event }) => event === 'delta');
    expect(await askForPerson(two, chat)).toBe('waiting');
    // The agent is in the middle of its answer: it falls silent.
    ok(await inbox(two, owner.uid, person).post(chat.conversationId, 'claim'));
    await visitor.until(({ data }) => data.state === 'held');
    await visitor.until(({ event, data }) => event === 'done' && data.state === 'stopped');
    expect((await inbox(one, owner.uid, rival).post(chat.conversationId, 'claim')).body.code).toBe('already_claimed');
    ok(await inbox(two, owner.uid, person).post(chat.conversationId, 'typing'));
    await visitor.until(({ event }) => event === 'typing');
    expect(ok(await send(one, chat, 'Are you there?')).replyId).toBeNull();

    const cut = visitor.frames.findLast(({ id }) => id !== '')?.id;
    await one.kill();
    await visitor.leave();
    const id = newMessageId();
    for (const _ of [1, 2])
      ok(await inbox(two, owner.uid, person).post(chat.conversationId, 'messages', { id, text: 'Yes.' }));
    one = await startChildServer({ ...environment, ROLE: 'web' });
    const resumed = await follow(one.origin, chat, cut);
    await resumed.until(({ data }) => data.id === id);
    ok(
      await inbox(two, owner.uid, person).post(chat.conversationId, 'messages', {
        id: newMessageId(),
        text: 'Still here.',
      }),
    );
    await resumed.until(({ data }) => data.text === 'Still here.');
    const messages = await settledMessages(one, owner, chat);
    expect(messages.slice(-3).map(({ role, text }) => [role, text])).toEqual([
      ['visitor', 'Are you there?'],
      ['operator', 'Yes.'],
      ['operator', 'Still here.'],
    ]);
    expect(resumed.frames.filter(({ data }) => data.id === id)).toHaveLength(1);
    ok(await inbox(two, owner.uid, person).post(chat.conversationId, 'give-back'));
    await resumed.until(({ data }) => data.state === 'bot');
    ok(await send(two, chat, 'And a city bike?'));
    await until(
      async () => resumed.frames.filter(isEnd).length,
      (ends) => ends > 0,
      60_000,
    );
    await resumed.leave();
  }, 300_000);

  if (way === 'by NOTIFY')
    test('whoever closes their last dashboard is there for 20 seconds more; another tab, here or in the other process, keeps them', async () => {
      const owner = await signUp(one);
      const person = await joinAsOperator(one, made.database, owner.uid);
      const colleague = inbox(two, owner.uid, await joinAsOperator(one, made.database, owner.uid));
      const openTab = async ({ origin }: ChildServer) => {
        const left = new AbortController();
        const path = `/api/na/v2/workspaces/${owner.uid}/events`;
        const response = await fetch(`${origin}${path}`, {
          headers: callerHeaders(person.caller),
          signal: left.signal,
        });
        const reading = readOn(response, []).catch(() => {});
        return async () => {
          left.abort();
          await reading;
        };
      };
      /** For how many seconds they still count. */
      const countsFor = async (): Promise<number> => {
        const { rows } = (await made.database.unscoped.execute(sql`
          select 60 - extract(epoch from now() - seen_at)::float as seconds from operator_presence where person_id = ${person.uid}`)) as unknown as {
          rows: [{ seconds: number }];
        };
        return rows[0].seconds;
      };
      const isThere = async () => (await colleague.list()).online;
      const [near, second, far] = [await openTab(one), await openTab(one), await openTab(two)];
      await near();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(await countsFor()).toBeGreaterThan(40);
      await second();
      await until(countsFor, (seconds) => seconds <= 20);
      // The other process sees them before they are missed.
      const lowest: number[] = [];
      await until(
        async () => lowest.push(await countsFor()),
        () => (lowest.at(-1) ?? 0) > 20,
        20_000,
      );
      expect(Math.min(...lowest)).toBeGreaterThan(0);
      expect(await isThere()).toBe(1);
      await far();
      const closed = Date.now();
      await until(isThere, (count) => count === 0, 30_000);
      expect(Date.now() - closed).toBeLessThan(25_000);
    }, 300_000);
});
