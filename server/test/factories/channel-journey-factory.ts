import type { ChannelConnection, Delivery } from '@antiphon/contract/channels';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { type TestApi, until } from '../harness/api.ts';
import { type Owner, ok } from './api-factory.ts';
import { inbox, makeInbox } from './takeover-factory.ts';

/** A workspace whose agent is connected somewhere, and Olga, who answers its inbox. */
export async function makeChannelWorld(api: TestApi, database: Database) {
  const { owner, agentId, people } = await makeInbox(api, database, 1);
  const olga = inbox(api, owner.uid, people[0] as Owner);
  const path = `/v2/workspaces/${owner.uid}/agents/${agentId}/channels`;
  const list = async (): Promise<ChannelConnection[]> =>
    ok(await api.call('GET', path, { caller: owner.caller })).items;
  return {
    ...{ owner, agentId, people, olga, path, list },
    connect: (provider: string, body: object) =>
      api.call('POST', `${path}/${provider}`, { caller: owner.caller, body }),
    read: async (id: string) => (await list()).find((one) => one.id === id),
    /** The newest at a connection. */
    async conversationOf(id: string) {
      const { rows } = await database.unscoped.execute<{ id: string }>(sql`
        select h.conversation_id as id from channel_conversations h join channel_threads t on t.id = h.thread_id
        where t.connection_id = ${id} order by h.created_at desc limit 1`);
      return rows[0]?.id ?? '';
    },
    deliveryOf: async (conversation: string) => (await olga.get(conversation)).delivery as Delivery | null,
    say: async (conversation: string, text: string, fileIds: string[] = []) =>
      ok(await olga.post(conversation, 'messages', { id: crypto.randomUUID(), text, fileIds })),
    async addFile(conversation: string, file: File): Promise<string> {
      const body = new FormData();
      body.set('file', file);
      const place = `/v2/workspaces/${owner.uid}/inbox/${conversation}/files`;
      return ok(await api.call('POST', place, { caller: people[0]?.caller ?? {}, body })).id;
    },
    untilSaid: (conversation: string, text: string) =>
      until(
        async () => (await olga.get(conversation)).lastMessage,
        (last) => last === text,
      ),
  };
}
