import { setTimeout as wait } from 'node:timers/promises';
import { newMessageId } from '@antiphon/contract/ids';
import { expect } from 'vitest';
import { makeScope } from '../../../src/db/make-scope.ts';
import { openPostgres } from '../../../src/db/open-postgres.ts';
import { checkLedgers } from '../../../src/domain/billing/check-ledgers.ts';
import { type Chat, type Owner, settledMessages, startChat } from '../../factories/api-factory.ts';
import { follow } from '../../factories/takeover-factory.ts';
import { callerHeaders, until } from '../../harness/api.ts';
import type { ChildServer } from '../../harness/child-server.ts';
import { testSystemScope } from '../../harness/database.ts';

/** Of one message: when it was taken, and how long its first try was waited for. */
type Taken = { chat: number; id: string; at: number; firstMs: number };

/** Of so many messages one answer is not heard, as where a line breaks: whether it was taken, only the same id tells. */
const DEAF_EVERY = 10;
const AGAIN_MS = 500;

type ReadBy = { readAt?: ChildServer; connectsAgain?: boolean };

export type SteadyTurns = Awaited<ReturnType<typeof startTurns>>;

/**
 * Each of `chats` conversations is read and asks once a second, at one process after the other, under the same id until it is taken.
 * `readAt`: all are read there; `connectsAgain`: as a browser does, where a stream ends.
 */
export async function startTurns(
  servers: () => ChildServer[],
  agentId: string,
  chats: number,
  { readAt, connectsAgain }: ReadBy = {},
) {
  const at = (index: number) => servers()[index % servers().length] as ChildServer;
  const talks = await Promise.all(Array.from({ length: chats }, (_, index) => startChat(at(index), agentId)));
  const readers = await Promise.all(
    talks.map((chat, index) => follow((readAt ?? at(index)).origin, chat, undefined, connectsAgain)),
  );
  const taken: Taken[] = [];
  const refused = { count: 0 };
  const stopping = new AbortController();
  /** False where nobody answered, or who answered cannot take it now. */
  const post = async ({ origin }: ChildServer, chat: Chat, id: string): Promise<boolean> => {
    const response = await fetch(`${origin}/api/na/public/conversations/${chat.conversationId}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...callerHeaders(chat.visitor) },
      body: JSON.stringify({ id, text: 'What does an electric bike cost?', fileIds: [] }),
      signal: AbortSignal.timeout(12_000),
    }).catch(() => null);
    const said = (await response?.text().catch(() => null)) ?? null;
    if (response && said !== null && ![202, 503].includes(response.status))
      throw new Error(`${response.status} ${said}`);
    if (response?.status === 503) refused.count += 1;
    return response?.status === 202 && said !== null;
  };
  let asked = 0;
  const talk = async (chat: Chat, index: number) => {
    await wait((index * 1_000) / chats);
    while (!stopping.signal.aborted) {
      const begun = Date.now();
      const id = newMessageId();
      asked += 1;
      if (asked % DEAF_EVERY === 0) await post(at(index), chat, id);
      const tryAt = Date.now();
      let isTaken = await post(at(index), chat, id);
      const firstMs = Date.now() - tryAt;
      for (let tries = 1; !isTaken; tries += 1) {
        await wait(AGAIN_MS);
        isTaken = await post(at(index + tries), chat, id);
      }
      taken.push({ chat: index, id, at: Date.now(), firstMs });
      await wait(Math.max(0, 1_000 - (Date.now() - begun)));
    }
  };
  const talking = Promise.all(talks.map(talk));
  // It is waited for in `stop`; what it throws is thrown there.
  talking.catch(() => {});
  return {
    chats: talks,
    readers,
    taken,
    refused,
    async stop() {
      stopping.abort();
      await talking;
    },
    leave: () => Promise.all(readers.map((reader) => reader.leave())),
  };
}

/** The longest time in which no message was taken, from `since` on. */
export function longestGapMs({ taken }: SteadyTurns, since = 0): number {
  const times = taken.map(({ at }) => at).filter((at) => at >= since);
  times.sort((one, other) => one - other);
  return Math.max(...times.map((at, index) => at - (times[index - 1] ?? at)));
}

/** What was taken stands once and was told once; each reply ended once, in the rows and for whoever reads; no credit is lost. */
export async function expectAllThere(
  turns: SteadyTurns,
  { servers, owner }: { servers: ChildServer[]; owner: Owner },
  url: string,
) {
  const server = servers.at(-1) as ChildServer;
  for (const [index, chat] of turns.chats.entries()) {
    const messages = await settledMessages(server, owner, chat, 60_000);
    const asked = messages.filter(({ role }) => role === 'visitor').map(({ id }) => id);
    const taken = turns.taken.filter(({ chat }) => chat === index).map(({ id }) => id);
    expect(asked.toSorted()).toEqual(taken.toSorted());
    // The first one greets: nobody asked for it.
    const replies = messages.slice(1).filter(({ role }) => role === 'agent');
    expect(replies.map(({ state }) => state)).toEqual(replies.map(() => 'complete'));
    expect(messages.at(-1)?.role).toBe('agent');
    const { frames } = turns.readers[index] as (typeof turns.readers)[number];
    const told = (of: string, role?: string) =>
      frames
        .filter(({ event, data }) => event === of && (!role || data.role === role))
        .map(({ data }) => (of === 'done' ? data.messageId : data.id) as string)
        .toSorted();
    await until(
      async () => told('done').length,
      (count) => count >= replies.length,
    );
    expect(told('message', 'visitor')).toEqual(asked.toSorted());
    expect(told('done')).toEqual(replies.map(({ id }) => id).toSorted());
  }
  const database = await openPostgres('na', url, { visitors: 2 });
  await checkLedgers({ database, systemScope: testSystemScope, makeScope }).finally(() => database.close());
}
