import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { type TestApi, until } from '../harness/api.ts';
import { openStream, type StreamFrame } from '../harness/visitor-stream.ts';
import { addText, type Chat, createAgent, type Owner, ok, publish, signUp, startChat } from './api-factory.ts';

type Api = Pick<TestApi, 'call' | 'origin'>;

/** A workspace with a published agent of the built-in model, and people who may answer its visitors. */
export async function makeInbox(api: Api, database: Database, operators: number, change = {}) {
  const owner = await signUp(api);
  const agentId = await createAgent(api, owner, (settings) => ({
    ...settings,
    handoff: { ...settings.handoff, ...change },
  }));
  await addText(api, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
  await publish(api, owner, agentId);
  const people = await Promise.all(Array.from({ length: operators }, () => joinAsOperator(api, database, owner.uid)));
  return { owner, agentId, people };
}

export async function joinAsOperator(api: Api, database: Database, uid: string): Promise<Owner> {
  const person = await signUp(api);
  await database.unscoped.execute(
    sql`insert into workspace_members (workspace_uid, user_id, permissions)
      values (${uid}, ${person.uid}, '["conversations.reply"]')`,
  );
  return person;
}

export const inbox = (api: Api, uid: string, person: Owner) => ({
  /** `query`: `folder=mine&tag=refund`. */
  list: async (query = '') =>
    ok(await api.call('GET', `/v2/workspaces/${uid}/inbox?${query}`, { caller: person.caller })),
  get: async (id: string) => ok(await api.call('GET', `/v2/workspaces/${uid}/inbox/${id}`, { caller: person.caller })),
  post: (id: string, what: string, body: object = {}) =>
    api.call('POST', `/v2/workspaces/${uid}/inbox/${id}/${what}`, { caller: person.caller, body }),
  online: async (status = 'online') =>
    ok(await api.call('POST', `/v2/workspaces/${uid}/operator-status`, { caller: person.caller, body: { status } })),
});

export const askForPerson = async (api: Api, chat: Chat): Promise<string> =>
  ok(await api.call('POST', `/public/conversations/${chat.conversationId}/handoff`, { caller: chat.visitor, body: {} }))
    .state;

export const startWaitingChat = async (api: Api, agentId: string): Promise<Chat> => {
  const chat = await startChat(api, agentId);
  await askForPerson(api, chat);
  return chat;
};

/** A stream that goes on being read: everything that came so far, and a wait for what must come. `connectsAgain`: as a browser does. */
export async function follow(origin: string, chat: Chat, lastEventId?: string, connectsAgain = false) {
  const left = new AbortController();
  const frames: StreamFrame[] = [];
  const connect = (from = lastEventId) =>
    openStream(origin, chat.conversationId, { visitor: chat.visitor, signal: left.signal, lastEventId: from });
  const first = await connect();
  let isOpen = true;
  const read = async () => {
    await readOn(first, frames).catch(() => {});
    while (connectsAgain && !left.signal.aborted) {
      await wait(500);
      const response = await connect(frames.at(-1)?.id).catch(() => null);
      if (response) await readOn(response, frames).catch(() => {});
    }
  };
  const reading = read().finally(() => {
    isOpen = false;
  });
  return {
    frames,
    isOpen: () => isOpen,
    until: (isDone: (frame: StreamFrame) => boolean, withinMs?: number) =>
      until(
        async () => frames.find(isDone),
        (found) => found !== undefined,
        withinMs,
      ),
    async leave() {
      left.abort();
      await reading;
    },
  };
}

export async function readOn(response: Response, frames: StreamFrame[], onFrame = (_frame: StreamFrame) => {}) {
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status}`);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
      const data = field('data');
      if (data === '') continue;
      const frame = { id: field('id'), event: field('event'), data: JSON.parse(data) };
      frames.push(frame);
      onFrame(frame);
    }
  }
}
