import { newMessageId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ok, send, settledMessages, startChat } from '../factories/api-factory.ts';
import { deskOf, makeDesk, makeDeskAgency, makeSibling } from '../factories/client-desk-factory.ts';
import { cookieOf } from '../factories/client-factory.ts';
import { askForPerson, follow, startWaitingChat } from '../factories/takeover-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

const settings = (
  agency: { asOwner: Awaited<ReturnType<typeof makeDeskAgency>>['asOwner']; orgId: string },
  change: object,
) => agency.asOwner('POST', `/orgs/${agency.orgId}`, change).then(ok);

describe.each(await openJourneyDatabases())('clients answer visitors on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());
  const agency = await makeDeskAgency(api);
  const sibling = await makeSibling(api, agency);
  const [cleo, dora] = [await makeDesk(api, agency), await makeDesk(api, agency, { name: 'Dora' })];
  const stranger = await makeDesk(api, sibling);

  test('one of two clients wins, answers, and gives back; other orgs see nothing of it', async () => {
    await cleo.online();
    const chat = await startWaitingChat(api, agency.agentId);
    const id = chat.conversationId;
    const theirs = await startWaitingChat(api, sibling.agentId);
    expect((await cleo.inbox()).items.map((item: { id: string }) => item.id)).toContain(id);
    expect(JSON.stringify(await cleo.inbox())).not.toContain(theirs.conversationId);
    expect((await stranger.inbox()).items.map((item: { id: string }) => item.id)).not.toContain(id);
    for (const answer of [
      await stranger.open(id),
      await stranger.act(id, 'claim'),
      await stranger.act(id, 'notes', { id: newMessageId(), text: 'x' }),
    ])
      expect(answer.status).toBe(404);

    const answers = await Promise.all([cleo.act(id, 'claim'), dora.act(id, 'claim')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [winner, loser, name] = answers[0]?.status === 200 ? [cleo, dora, 'Cleo'] : [dora, cleo, 'Dora'];
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      `${name} has taken over this conversation.`,
    );
    const visitor = await follow(api.origin, chat);
    await visitor.until(({ data }) => data.state === 'held');
    ok(await winner.act(id, 'messages', { id: newMessageId(), text: 'Good day.' }));
    expect((await loser.act(id, 'messages', { id: newMessageId(), text: 'No.' })).body.code).toBe('not_claimed');
    const said = await visitor.until(({ event, data }) => event === 'message' && data.text === 'Good day.');
    expect(said?.data.operator).toEqual({ name, photo: '' });
    expect(ok(await winner.open(id))).toMatchObject({ isMine: true, operator: { kind: 'client' } });
    expect(ok(await loser.open(id))).toMatchObject({ isMine: false, canClaim: false });
    ok(await winner.act(id, 'give-back'));
    ok(await send(api, chat, 'What does an electric bike cost?'));
    expect((await settledMessages(api, agency.owner, chat)).at(-1)?.text).toContain('28 euros');
    await visitor.leave();
  });

  test('whoever is there counts for the agents that they see, and only while their org lets them', async () => {
    const others = await makeDeskAgency(api);
    const [far, near] = [await makeSibling(api, others), await makeDesk(api, others)];
    const ask = async () => askForPerson(api, await startChat(api, others.agentId));
    await (await makeDesk(api, far)).online();
    expect(await ask()).toBe('away');
    await near.online();
    expect(await ask()).toBe('waiting');
    await near.online('offline');
    expect(await ask()).toBe('away');
    await near.online();
    await settings(others, { settings: { disableClientAccess: true } });
    expect(await ask()).toBe('away');
    await settings(others, { settings: { disableClientAccess: false } });
    ok(await others.asOwner('POST', `/clients/${near.ID}`, { canAccess: ['/kb'] }));
    expect(await ask()).toBe('away');
  });

  test('whoever is deleted is there no more, a client as well as a whole org', async () => {
    const left = await makeDeskAgency(api);
    const ask = async () => askForPerson(api, await startChat(api, left.agentId));
    const [first, second] = [await makeDesk(api, left), await makeDesk(api, left, { name: 'Dora' })];
    await first.online();
    expect(await ask()).toBe('waiting');
    ok(await left.asOwner('DELETE', `/clients/${first.ID}`));
    expect(await ask()).toBe('away');
    await second.online();
    expect(await ask()).toBe('waiting');
    ok(await left.asOwner('DELETE', `/orgs/${left.orgId}`));
    expect(await ask()).toBe('away');
  });

  test('signals tell a client of their own agents alone', async () => {
    const [own, foreign] = [await cleo.signals(), await stranger.signals()];
    const chat = await startWaitingChat(api, agency.agentId);
    await until(
      async () => own.heard(),
      (heard) => heard.includes(`conversation ${chat.conversationId}`),
    );
    const theirs = await startChat(api, sibling.agentId);
    await until(
      async () => foreign.heard(),
      (heard) => heard.includes(`conversation ${theirs.conversationId}`),
    );
    expect(foreign.heard().join()).not.toContain(chat.conversationId);
    expect(own.heard().join()).not.toContain(theirs.conversationId);
    expect([...own.heard(), ...foreign.heard()].join()).not.toMatch(/workspace|webhook|delivery/);
    await Promise.all([own.leave(), foreign.leave()]);
  });

  test('an org without handoff: nobody is offered, asked for, or taken over', async () => {
    const closed = await makeDeskAgency(api);
    const desk = await makeDesk(api, closed);
    await desk.online();
    const before = await startChat(api, closed.agentId);
    await settings(closed, { disableHandoff: true });
    const shown = ok(await api.call('GET', `/public/agents/${closed.agentId}`));
    expect(shown.data.offersContact).toBe(false);
    const path = `/public/conversations/${before.conversationId}/handoff`;
    expect((await api.call('POST', path, { caller: before.visitor, body: {} })).status).toBe(403);
    for (const text of ['Xyzzy quux?', 'Frobnicate the wibble?']) {
      ok(await send(api, before, text));
      await settledMessages(api, closed.owner, before);
    }
    expect((await desk.inbox()).items).toEqual([]);
    expect((await desk.act(before.conversationId, 'claim')).status).toBe(403);
    expect(ok(await desk.open(before.conversationId)).canClaim).toBe(false);
  });

  test('smart handoff is the org’s to switch off; the strictest of two orgs counts', async () => {
    const org = await makeDeskAgency(api);
    await (await makeDesk(api, org)).online();
    const ask = async () => {
      const chat = await startChat(api, org.agentId);
      for (const text of ['Xyzzy quux?', 'Frobnicate the wibble?']) {
        ok(await send(api, chat, text));
        await settledMessages(api, org.owner, chat);
      }
      return ok(await api.call('GET', `/public/conversations/${chat.conversationId}`, { caller: chat.visitor })).handoff
        .state;
    };
    expect(await ask()).toBe('waiting');
    const second = await makeSibling(api, org);
    ok(await org.asOwner('POST', `/orgs/${second.orgId}/agents/${org.agentId}`, {}));
    await settings(second, { settings: { smartHandoff: false } });
    expect(await ask()).toBe('bot');
    // Who asks by the button is still heard.
    expect(await askForPerson(api, await startChat(api, org.agentId))).toBe('waiting');
    await settings(second, { settings: { disableHandoffMessages: true } });
    expect(ok(await api.call('GET', `/public/agents/${org.agentId}`)).data.announcesPeople).toBe(false);
  });

  test('canned responses are the org’s own, and only where it has them', async () => {
    const body = { shortcut: 'hello', text: 'Good day.' };
    expect(ok(await cleo.inWorkspace('GET', '/canned-responses')).items).toEqual([]);
    expect((await cleo.inWorkspace('POST', '/canned-responses', body)).status).toBe(403);
    ok(await agency.asOwner('POST', '/canned-responses', { ...body, text: 'Of the agency.' }));
    await settings(agency, { settings: { enableCannedResponses: true } });
    const saved = ok(await cleo.inWorkspace('POST', '/canned-responses', body));
    expect(ok(await dora.inWorkspace('GET', '/canned-responses')).items).toEqual([saved]);
    expect(ok(await agency.asOwner('GET', '/canned-responses')).items).toMatchObject([{ text: 'Of the agency.' }]);
    await settings(sibling, { settings: { enableCannedResponses: true } });
    expect((await stranger.inWorkspace('DELETE', `/canned-responses/${saved.id}`)).status).toBe(404);
  });

  test('predefined tags alone, where the org says so; what stands there already stays', async () => {
    const chat = await startChat(api, agency.agentId);
    const tag = (tags: string[]) => cleo.act(chat.conversationId, 'tags', { tags });
    ok(await tag(['anything']));
    await settings(agency, { predefinedTags: ['refund'], disallowAnyTags: true });
    expect((await tag(['vip'])).body.issues).toEqual([
      { path: 'tags', message: 'Only predefined tags are allowed: not vip.' },
    ]);
    expect(ok(await tag(['anything', 'refund'])).tags).toEqual(['anything', 'refund']);
    expect(ok(await cleo.inWorkspace('GET', '/inbox-settings'))).toEqual({
      predefinedTags: ['refund'],
      onlyPredefinedTags: true,
      canSave: false,
      hasCanned: true,
      isContinuous: false,
      mayTakeOver: true,
    });
    expect(
      (await cleo.inWorkspace('POST', '/inbox-settings', { predefinedTags: [], onlyPredefinedTags: false })).status,
    ).toBe(404);
  });

  test('a continuous view: what the same address wrote to the same agent before', async () => {
    const [first, second] = [await startChat(api, agency.agentId), await startChat(api, agency.agentId)];
    for (const chat of [first, second]) {
      ok(await send(api, chat, `From ${chat === first ? 'before' : 'now'}`));
      await settledMessages(api, agency.owner, chat);
      const body = { email: chat === first ? 'Ann@example.com' : 'ann@example.com', name: 'Ann', message: '' };
      ok(
        await api.call('POST', `/public/conversations/${chat.conversationId}/contact`, { caller: chat.visitor, body }),
      );
    }
    expect(ok(await cleo.open(second.conversationId)).earlier).toEqual([]);
    await settings(agency, { settings: { continousSessionUI: true } });
    const { earlier } = ok(await cleo.open(second.conversationId));
    expect(earlier).toMatchObject([{ id: first.conversationId }]);
    expect(JSON.stringify(earlier)).toContain('From before');
    expect(ok(await cleo.open(first.conversationId)).earlier).toEqual([]);
  });

  test('a client who is looked at through their dashboard is not there by it', async () => {
    const { code } = ok(await agency.asOwner('POST', `/clients/${dora.ID}/open`, {}));
    await api.database.unscoped.execute(sql`update operator_presence set seen_at = null where person_id = ${dora.ID}`);
    const opened = await agency.post('/client/open', { code });
    ok(opened);
    const looking = deskOf(api, agency, { cookie: cookieOf(opened), host: agency.host });
    const stream = await looking.signals();
    const seen = await api.database.unscoped.execute(
      sql`select seen_at from operator_presence where person_id = ${dora.ID}`,
    );
    expect((seen as unknown as { rows: { seen_at: unknown }[] }).rows.every((row) => row.seen_at === null)).toBe(true);
    expect((await looking.inWorkspace('POST', '/operator-status', { status: 'offline' })).status).toBe(403);
    await stream.leave();
  });
});
