import { newMessageId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { wakeSnoozed } from '../../src/domain/inbox/wake-snoozed.ts';
import { makeSignals } from '../../src/domain/signals/make-signals.ts';
import { type Chat, createAgent, ok, publish, send, settledMessages, startChat } from '../factories/api-factory.ts';
import { askForPerson, follow, inbox, makeInbox, startWaitingChat } from '../factories/takeover-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';

type Listed = { items: { id: string }[]; counts: Record<string, number>; nextCursor: string | null };
const idsOf = ({ items }: Listed) => items.map(({ id }) => id);
const inAnHour = () => new Date(Date.now() + 3_600_000);

describe.each(await openJourneyDatabases())('the inbox is worked through on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());

  const makeDesk = async () => {
    const { owner, agentId, people } = await makeInbox(api, database, 2);
    const [olga, omar] = people.map((person) => inbox(api, owner.uid, person));
    if (!olga || !omar) throw new Error('no operators');
    await olga.online();
    const counts = async () => (await olga.list()).counts;
    return { owner, agentId, olga, omar, counts };
  };

  test('each stands in the folders that it belongs to, for each operator their own', async () => {
    const { agentId, olga, omar } = await makeDesk();
    const [waiting, taken] = [await startWaitingChat(api, agentId), await startWaitingChat(api, agentId)];
    ok(await olga.post(taken.conversationId, 'claim'));
    const theirs = { open: 2, unassigned: 1, missed: 0, snoozed: 0 };
    expect((await olga.list()).counts).toEqual({ ...theirs, mine: 1 });
    expect((await omar.list()).counts).toEqual({ ...theirs, mine: 0 });
    expect(idsOf(await olga.list())).toEqual([waiting.conversationId, taken.conversationId]);
    expect(idsOf(await olga.list('folder=mine'))).toEqual([taken.conversationId]);
    expect(idsOf(await omar.list('folder=mine'))).toEqual([]);
    expect(idsOf(await omar.list('folder=unassigned'))).toEqual([waiting.conversationId]);
    // Given back it is still hers to close.
    ok(await olga.post(taken.conversationId, 'give-back'));
    expect(idsOf(await olga.list('folder=mine'))).toEqual([taken.conversationId]);
  });

  test('who holds it closes it: the agent answers what is said then, nobody else may meanwhile, and undo opens it', async () => {
    const { owner, agentId, olga, omar, counts } = await makeDesk();
    const chat = await startWaitingChat(api, agentId);
    const id = chat.conversationId;
    ok(await olga.post(id, 'claim'));
    ok(await send(api, chat, 'What does an electric bike cost?'));
    expect((await omar.post(id, 'close')).body).toMatchObject({ code: 'already_claimed' });
    ok(await olga.post(id, 'close'));
    expect(await olga.get(id)).toMatchObject({ state: 'bot', inboxState: 'closed', closedBy: { name: 'Olga' } });
    // What was said to her is not the agent's to answer. Planted: it is.
    expect((await settledMessages(api, owner, chat)).at(-1)?.text).toMatch(/^Olga left/);
    expect(await counts()).toMatchObject({ open: 0, mine: 0 });
    // A colleague who still saw it open does not open it again unawares.
    expect(await omar.get(id)).toMatchObject({ canClaim: false });
    expect((await omar.post(id, 'claim')).body).toMatchObject({
      code: 'conflict',
      message: 'Olga closed this conversation. Reopen it to take it over.',
    });
    ok(await olga.post(id, 'reopen'));
    expect(await olga.get(id)).toMatchObject({ inboxState: 'open', closedAt: null, operator: { name: 'Olga' } });
    expect((await olga.post((await startChat(api, agentId)).conversationId, 'close')).status).toBe(404);
  });

  test('what was closed opens again where the visitor writes, as its operator’s; a new request is anybody’s', async () => {
    const { agentId, olga } = await makeDesk();
    const [writes, asks] = [await startWaitingChat(api, agentId), await startWaitingChat(api, agentId)];
    for (const { conversationId } of [writes, asks]) {
      ok(await olga.post(conversationId, 'claim'));
      ok(await olga.post(conversationId, 'close'));
    }
    ok(await send(api, writes, 'One more thing'));
    await askForPerson(api, asks);
    expect(await olga.get(writes.conversationId)).toMatchObject({ inboxState: 'open', isUnread: true });
    expect(idsOf(await olga.list('folder=mine'))).toEqual([writes.conversationId]);
    expect(idsOf(await olga.list('folder=unassigned'))).toEqual([asks.conversationId]);
  });

  // Planted: every message opens it again -> caught here.
  test('thanks for what was closed are answered by the agent, and open nothing again', async () => {
    const { owner, agentId, olga, counts } = await makeDesk();
    const chat = await startWaitingChat(api, agentId);
    ok(await olga.post(chat.conversationId, 'claim'));
    ok(await olga.post(chat.conversationId, 'close'));
    ok(await send(api, chat, 'Great, thank you!'));
    expect((await settledMessages(api, owner, chat)).at(-1)).toMatchObject({ role: 'agent', state: 'complete' });
    expect(await olga.get(chat.conversationId)).toMatchObject({ inboxState: 'closed' });
    expect((await counts()).open).toBe(0);
    ok(await send(api, chat, 'Thank you! And when do you open?'));
    expect(await olga.get(chat.conversationId)).toMatchObject({ inboxState: 'open', isUnread: true });
  });

  test('put aside it comes back by the clock, once for two processes, or where the visitor writes', async () => {
    const { agentId, olga, counts } = await makeDesk();
    const chats: Chat[] = [];
    for (let n = 0; n < 3; n += 1) chats.push(await startWaitingChat(api, agentId));
    const [later, written, far] = chats.map(({ conversationId }) => conversationId);
    const snooze = async (id: string | undefined, until: Date) =>
      olga.post(id ?? '', 'snooze', { until: until.toISOString() });
    ok(await snooze(later, inAnHour()));
    // Of an agent that answers again there is nothing to change but the item.
    ok(await olga.post(written ?? '', 'claim'));
    ok(await olga.post(written ?? '', 'give-back'));
    ok(await snooze(written, inAnHour()));
    ok(await snooze(far, new Date(Date.now() + 7_200_000)));
    expect((await snooze(far, new Date(Date.now() - 1_000))).body.issues).toEqual([
      { path: 'until', message: 'Choose a time within the next year.' },
    ]);
    expect(await counts()).toMatchObject({ open: 0, snoozed: 3 });
    // Who waits for somebody who put it aside is not left waiting.
    expect(await olga.get(later ?? '')).toMatchObject({ state: 'bot', inboxState: 'snoozed' });
    ok(await send(api, chats[1] as Chat, 'Hello?'));
    expect(await counts()).toMatchObject({ open: 1, snoozed: 2 });

    const told: string[] = [];
    const signals = makeSignals({ broker: null });
    const telling = { ...signals, tell: (_uid: string, { id }: { id: string }) => void told.push(id) };
    const deps = { database, signals: telling as typeof signals, systemScope: testSystemScope };
    const due = new Date(inAnHour().getTime() + 1_000);
    await Promise.all([wakeSnoozed(deps, due), wakeSnoozed(deps, due)]);
    await signals.stop();
    expect(told).toEqual([later]);
    expect(await counts()).toMatchObject({ open: 2, snoozed: 1 });
    expect(idsOf(await olga.list('folder=snoozed'))).toEqual([far]);
  });

  // Planted: putting it off leaves the agent what was said last.
  test('what was said to who puts it off is not answered by the agent; what is said then, is', async () => {
    const { owner, agentId, olga } = await makeDesk();
    const chat = await startWaitingChat(api, agentId);
    ok(await olga.post(chat.conversationId, 'claim'));
    ok(await send(api, chat, 'What does an electric bike cost?'));
    ok(await olga.post(chat.conversationId, 'snooze', { until: inAnHour().toISOString() }));
    expect(await olga.get(chat.conversationId)).toMatchObject({ state: 'bot', inboxState: 'snoozed' });
    const said = async () => (await settledMessages(api, owner, chat)).map(({ role, text }) => `${role}: ${text}`);
    expect((await said()).at(-1)).toMatch(/^system: Olga left/);
    ok(await send(api, chat, 'How much is an electric bike?'));
    expect((await said()).at(-1)).toMatch(/^agent: .*28 euros/s);
  });

  test('what the visitor wrote is unread until an operator has looked', async () => {
    const { agentId, olga, omar } = await makeDesk();
    const chat = await startWaitingChat(api, agentId);
    const id = chat.conversationId;
    expect(await omar.get(id)).toMatchObject({ isUnread: true });
    ok(await olga.post(id, 'seen'));
    expect(await omar.get(id)).toMatchObject({ isUnread: false });
    ok(await send(api, chat, 'Are you there?'));
    expect((await omar.list()).items).toMatchObject([{ isUnread: true, lastMessage: 'Are you there?' }]);
  });

  test('a visitor whose chat is connected is shown as being there', async () => {
    const { agentId, olga } = await makeDesk();
    const chat = await startWaitingChat(api, agentId);
    const pass = () =>
      database.unscoped.execute(
        sql`update inbox_items set present_at = present_at - interval '1 minute' where conversation_id = ${chat.conversationId}`,
      );
    // Who asks is there.
    expect(await olga.get(chat.conversationId)).toMatchObject({ isVisitorHere: true });
    await pass();
    expect(await olga.get(chat.conversationId)).toMatchObject({ isVisitorHere: false });
    const visitor = await follow(api.origin, chat);
    await until(
      () => olga.get(chat.conversationId),
      ({ isVisitorHere }) => isVisitorHere,
    );
    await visitor.leave();
    await pass();
    const gone = await olga.get(chat.conversationId);
    expect(gone).toMatchObject({ isVisitorHere: false, visitorSeenAt: expect.any(String) });
  });

  test('filters and pages leave nothing out and repeat nothing', async () => {
    const { owner, agentId, olga } = await makeDesk();
    const other = await createAgent(api, owner);
    await publish(api, owner, other);
    const chats: Chat[] = [];
    for (let n = 0; n < 7; n += 1) chats.push(await startWaitingChat(api, n < 6 ? agentId : other));
    const ids = chats.map(({ conversationId }) => conversationId);
    ok(await olga.post(ids[1] ?? '', 'tags', { tags: ['refund'] }));
    ok(await send(api, chats[2] as Chat, 'My zebra is lame'));
    const contact = { email: 'bea@example.com', name: 'Bea', message: 'Call me.' };
    const path = `/public/conversations/${ids[3]}/contact`;
    ok(await api.call('POST', path, { caller: (chats[3] as Chat).visitor, body: contact }));
    await database.unscoped.execute(sql`update conversations set lang = 'de-AT' where id = ${ids[4]}`);
    ok(await olga.post(ids[5] ?? '', 'claim'));
    ok(await olga.post(ids[5] ?? '', 'messages', { id: newMessageId(), text: 'Hello' }));
    const { operators } = (await olga.list()) as unknown as { operators: { id: string }[] };
    const found = await Promise.all(
      [
        'tag=refund',
        'search=ZEBRA',
        'search=bea@example',
        'lang=de',
        `operatorId=${operators[0]?.id}`,
        `agentId=${other}`,
        'search=giraffe',
      ].map(async (query) => idsOf(await olga.list(query))),
    );
    expect(found).toEqual([[ids[1]], [ids[2]], [ids[3]], [ids[4]], [ids[5]], [ids[6]], []]);

    // Two are with their agent again. Below all who wait stands first whoever wrote last.
    for (const id of ids.slice(0, 2)) {
      ok(await olga.post(id, 'claim'));
      ok(await olga.post(id, 'give-back'));
    }
    ok(await send(api, chats[0] as Chat, 'Still there?'));
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Listed = await olga.list(`limit=3&cursor=${cursor}`);
      read.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    expect(read).toEqual([2, 3, 4, 6, 0, 5, 1].map((n) => ids[n]));
    const listed = (await olga.list()).items as Record<string, string | null>[];
    const since = listed.map(({ waitingSince }) => waitingSince);
    expect(since).toEqual([...since.slice(0, 4).toSorted(), null, null, null]);
    const active = listed.slice(4).map(({ activityAt }) => activityAt);
    expect(active).toEqual(active.toSorted().toReversed());
    for (const id of ids) if (id !== ids[5]) ok(await olga.post(id, 'close'));
    const closed = ids.filter((id) => id !== ids[5]).toReversed();
    const [first, rest] = [await olga.list('folder=closed&limit=4'), [] as string[]];
    rest.push(...idsOf(await olga.list(`folder=closed&limit=4&cursor=${first.nextCursor}`)));
    expect([...idsOf(first), ...rest]).toEqual(closed);
  });
});
