import { type ConversationId, newMessageId, type WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { queueWhereAllowed } from '../../src/domain/email/queue-email.ts';
import { emailReplies } from '../../src/domain/inbox/email-replies.ts';
import { makeLinkToken } from '../../src/domain/sealing/visitor-link.ts';
import { type Chat, ok, send } from '../factories/api-factory.ts';
import { follow, inbox, makeInbox, startWaitingChat } from '../factories/takeover-factory.ts';
import { startTestApi, testSecretKey } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';

const MINUTE = 60_000;

describe.each(await openJourneyDatabases())('what an operator said reaches who left on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());
  const { owner, agentId, people } = await makeInbox(api, database, 1);
  const [olga] = people.map((person) => inbox(api, owner.uid, person));
  if (!olga) throw new Error('no operator');

  const deps = {
    database,
    secretKey: testSecretKey,
    publicUrl: 'https://chat.example.com',
    systemScope: testSystemScope,
    makeScope,
  };
  const run = (afterMs: number) => emailReplies(deps, new Date(Date.now() + afterMs));
  const mailsTo = async (address: string) => {
    const { rows } = (await database.unscoped.execute(
      sql`select id from emails where template = 'operator_reply' and to_address = ${address}`,
    )) as unknown as { rows: { id: string }[] };
    return rows.length;
  };
  const say = async (chat: Chat, text: string) => {
    const id = newMessageId();
    ok(await olga.post(chat.conversationId, 'messages', { id, text }));
    return id;
  };
  const read = async (chat: Chat, messageId: string) =>
    ok(
      await api.call('POST', `/public/conversations/${chat.conversationId}/read`, {
        caller: chat.visitor,
        body: { messageId },
      }),
    );
  const begin = async (email: string) => {
    await olga.online();
    const chat = await startWaitingChat(api, agentId);
    const path = `/public/conversations/${chat.conversationId}/contact`;
    ok(await api.call('POST', path, { caller: chat.visitor, body: { email } }));
    ok(await olga.post(chat.conversationId, 'claim'));
    return chat;
  };

  test('one mail after three minutes, by one of two processes; what is said later waits for ten', async () => {
    const chat = await begin('ada@example.com');
    await say(chat, 'We have two left.');
    // The list tells what was answered from what was not.
    const { items } = await olga.list();
    const listed = items.find(({ id }: { id: string }) => id === chat.conversationId);
    expect(Date.parse(listed.repliedAt)).toBeGreaterThan(Date.parse(listed.leftAt));
    await run(2 * MINUTE);
    expect(await mailsTo('ada@example.com')).toBe(0);
    await Promise.all([run(4 * MINUTE), run(4 * MINUTE)]);
    expect(await mailsTo('ada@example.com')).toBe(1);
    expect(await olga.get(chat.conversationId)).toMatchObject({ emailedAt: expect.any(String) });
    await run(30 * MINUTE);
    expect(await mailsTo('ada@example.com')).toBe(1);
    await say(chat, 'Shall I keep one?');
    await run(8 * MINUTE);
    expect(await mailsTo('ada@example.com')).toBe(1);
    await run(15 * MINUTE);
    expect(await mailsTo('ada@example.com')).toBe(2);
  });

  test('a chat that is only connected has read nothing: of two messages the second one is mailed', async () => {
    const chat = await begin('fay@example.com');
    const first = await say(chat, 'One moment.');
    await say(chat, 'We have two left.');
    const stream = await follow(api.origin, chat);
    await read(chat, first);
    await run(4 * MINUTE);
    expect(await mailsTo('fay@example.com')).toBe(1);
    await stream.leave();
  });

  test('where the address has had its share of mails, none is said to be sent', async () => {
    const chat = await begin('gus@example.com');
    await say(chat, 'Good day.');
    const scope = makeScope(owner.uid as WorkspaceUid);
    const props = { operator: 'Olga', agent: 'Shop', paragraphs: ['Good day.'], url: '' };
    const mail = { template: 'operator_reply', to: 'gus@example.com', language: 'en', props } as const;
    const queue = () => database.transaction(scope, (tx) => queueWhereAllowed(deps, tx, scope, mail));
    let isQueued = true;
    for (let n = 0; isQueued && n < 1_000; n += 1) isQueued = await queue();
    expect(isQueued).toBe(false);
    const before = await mailsTo('gus@example.com');
    await run(4 * MINUTE);
    expect(await mailsTo('gus@example.com')).toBe(before);
    expect(await olga.get(chat.conversationId)).toMatchObject({ emailedAt: null });
  });

  test('the link opens that conversation and no other', async () => {
    const [own, other] = [await begin('cid@example.com'), await begin('dan@example.com')];
    const token = makeLinkToken(testSecretKey, own.conversationId as ConversationId, new Date());
    const read = (chat: Chat) =>
      api.call('GET', `/public/conversations/${chat.conversationId}`, { caller: { bearer: token } });
    expect((await read(own)).status).toBe(200);
    expect((await read(other)).status).toBe(404);
  });

  test('whoever read it in the chat gets none, or who wrote after it, or who left no address', async () => {
    const chat = await begin('bea@example.com');
    const said = await say(chat, 'Good day.');
    expect(await olga.get(chat.conversationId)).toMatchObject({ readAt: null });
    await read(chat, said);
    const item = await olga.get(chat.conversationId);
    expect(item.readAt).toBe(item.transcript.at(-1)?.createdAt);
    await run(4 * MINUTE);
    expect(await mailsTo('bea@example.com')).toBe(0);
    const writer = await begin('eve@example.com');
    await say(writer, 'Good day.');
    ok(await send(api, writer, 'Good day!'));
    await run(4 * MINUTE);
    expect(await mailsTo('eve@example.com')).toBe(0);
    const nobody = await startWaitingChat(api, agentId);
    ok(await olga.post(nobody.conversationId, 'claim'));
    await say(nobody, 'Hello?');
    await run(4 * MINUTE);
    const { rows } = (await database.unscoped.execute(
      sql`select 1 from inbox_items where conversation_id = ${nobody.conversationId} and owes_email`,
    )) as unknown as { rows: unknown[] };
    expect(rows).toEqual([]);
  });
});
