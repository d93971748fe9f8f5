import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { type TestApi, until } from '../harness/api.ts';
import type { RelayCall } from '../harness/relay-call.ts';
import type { startRelayServer } from '../harness/relay-server.ts';
import { type Owner, ok } from './api-factory.ts';

export const bare = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

type Row = Record<string, string>;
let lastCaller = 0;

/** Somebody whom nobody knows. */
export const newCaller = () => {
  lastCaller += 1;
  return `+1202555${String(lastCaller).padStart(4, '0')}`;
};

/** Numbers of a stand-in that an agent answers, and what is stored of those who call. */
export function makePhoneWorld(
  api: Pick<TestApi, 'call'>,
  {
    database,
    twilio,
    owner,
    agentId,
  }: {
    database: Database;
    twilio: Awaited<ReturnType<typeof startRelayServer>>;
    owner: Owner;
    agentId: string;
  },
) {
  const numbers = `/v2/workspaces/${owner.uid}/phone-numbers`;
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    api.call(method, path, { caller: owner.key, ...(body ? { body } : {}) });
  const rows = async (query: ReturnType<typeof sql>) => (await database.unscoped.execute<Row>(query)).rows;
  const callOf = async (from: string) =>
    (await rows(sql`select * from calls where caller = ${from} order by created_at desc limit 1`))[0] as Row;
  return {
    ...{ numbers, call, rows, callOf },
    /** With its settings changed by `more`. */
    async imported(more: object = {}) {
      const number = twilio.addNumber();
      const account = { accountSid: number.account.sid, authToken: number.account.token };
      const made = ok(await call('POST', numbers, { account, number: number.number, agentId }));
      if (Object.keys(more).length > 0) ok(await call('POST', `${numbers}/${made.id}`, more));
      return { ...number, id: made.id as string };
    },
    async said(from: string) {
      const { conversation_id: id } = await callOf(from);
      const all = await rows(sql`select role, text from messages where conversation_id = ${id} order by position`);
      return all as { role: string; text: string }[];
    },
    /** As it is listed in its conversation. */
    async listed(from: string) {
      const { conversation_id: id } = await callOf(from);
      return ok(await call('GET', `/v2/conversations/${id}/calls`)).items[0];
    },
    /** What of its calls stands in the conversation. */
    async told(from: string): Promise<string[]> {
      const { conversation_id: id } = await callOf(from);
      const all = await rows(
        sql`select data->>'state' as state from conversation_events where conversation_id = ${id} and event = 'call' order by seq`,
      );
      return all.map(({ state }: Row) => state as string);
    },
    transfer: async (from: string) => {
      const { conversation_id: id, id: callId } = await callOf(from);
      return call('POST', `/v2/conversations/${id}/calls/${callId}/transfer`);
    },
    untilHeard: (one: RelayCall, words: string) =>
      until(
        async () => one.heard(),
        (heard) => bare(heard).includes(bare(words)),
      ),
    untilRung: (one: RelayCall, times = 1) =>
      until(
        async () => one.seen.forwards,
        (forwards) => forwards.length === times,
      ),
    untilState: (from: string, wanted: string) =>
      until(
        () => callOf(from),
        ({ state }) => state === wanted,
      ),
    heldFor: async (id: string) =>
      rows(sql`select id from credit_holds where state = 'held' and id like ${`call:${id}%`}`),
  };
}
