import type { AgentSettings } from '@antiphon/contract/agents';
import type { ScheduleId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import {
  createAgent,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { askForPerson, follow, inbox, makeInbox } from '../factories/takeover-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';

const PERSON = 'I want to talk to a person please';
const always = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]);
const never = Array.from({ length: 7 }, () => []);
/** Opens at nine on the day after tomorrow, by the clock of UTC. */
const opening = new Date(new Date().setUTCHours(9, 0, 0, 0) + 2 * 86_400_000).toISOString();
const closedUntil = [{ date: opening.slice(0, 10), ranges: [{ from: '09:00', to: '17:00' }] }];

describe.each(await openJourneyDatabases())('the hours of people on $name', async ({ database }) => {
  const host = await startModelServer({ retryAfterSeconds: 0 });
  const api = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW: host.hostAndPort });
  // Another process of the same installation.
  const other = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW: host.hostAndPort });
  afterAll(async () => {
    await other.stop();
    await api.stop();
    await host.close();
  });

  const makeDesk = async () => {
    const { owner, agentId, people } = await makeInbox(api, database, 1);
    const desk = inbox(api, owner.uid, people[0]!);
    await desk.online();
    const path = `/v2/workspaces/${owner.uid}/schedules`;
    const schedule = (body: object, id = '') =>
      api.call('POST', id === '' ? path : `${path}/${id}`, {
        caller: owner.key,
        body: { name: 'Office', timeZone: 'UTC', days: never, ...body },
      });
    const change = async (id: string, to: (settings: AgentSettings) => AgentSettings) => {
      const { settings, draftRevision } = ok(await api.call('GET', `/v2/agents/${id}`, { caller: owner.key }));
      return api.call('POST', `/v2/agents/${id}`, {
        caller: owner.key,
        body: { settings: to(settings), draftRevision },
      });
    };
    const choose = (scheduleId: ScheduleId | null, id = agentId) =>
      change(id, (settings) => ({ ...settings, handoff: { ...settings.handoff, scheduleId } }));
    const requestsTold = async () =>
      ok(await api.call('GET', `/v2/workspaces/${owner.uid}/notifications`, { caller: owner.caller })).items.filter(
        ({ kind }: { kind: string }) => kind === 'person_requested',
      ).length;
    return { owner, agentId, desk, path, schedule, change, choose, requestsTold };
  };
  const hoursOf = async (from: typeof api, chat: { conversationId: string; visitor: object }) =>
    ok(await from.call('GET', `/public/conversations/${chat.conversationId}/hours`, { caller: chat.visitor as never }));

  test('outside of them nobody is called, whoever is online: the form is offered at once, and the request waits in the inbox', async () => {
    const { owner, agentId, desk, schedule, choose, requestsTold } = await makeDesk();
    const { id } = ok(await schedule({ exceptions: closedUntil }));
    ok(await choose(id));
    // Of the working copy alone: visitors have the published one.
    const before = await startChat(api, agentId);
    expect(await hoursOf(api, before)).toEqual({ isOpen: true, opensAt: null, usualWaitSeconds: null });
    await publish(api, owner, agentId);
    const chat = await startChat(api, agentId);
    expect(await hoursOf(other, chat)).toEqual({ isOpen: false, opensAt: opening, usualWaitSeconds: null });
    expect(await askForPerson(api, chat)).toBe('away');
    const asking = await startChat(api, agentId);
    ok(await send(api, asking, PERSON));
    expect((await settledMessages(api, owner, asking)).at(-1)).toMatchObject({
      text: 'Of course. Leave your email address and a person will get back to you.',
      offersPerson: true,
    });
    expect(await desk.list('folder=missed')).toMatchObject({ counts: { open: 2, missed: 2 } });
    // Whoever is back opens it: the next one is connected, by every process and without publishing.
    ok(await schedule({ days: always }, id));
    expect(await askForPerson(other, chat)).toBe('waiting');
    await until(requestsTold, (told) => told === 1);
    ok(await send(other, before, PERSON));
    expect((await settledMessages(api, owner, before)).at(-1)?.text).toBe(
      'Of course. I am connecting you with a person.',
    );
    await until(requestsTold, (told) => told === 2);
    expect(await hoursOf(other, chat)).toEqual({ isOpen: true, opensAt: null, usualWaitSeconds: null });
    // Who tries the agent calls nobody, and is not told so.
    const tried = ok(
      await api.call('POST', `/v2/agents/${agentId}/test-conversations`, { caller: owner.caller, body: {} }),
    );
    const { conversationId, visitorToken } = tried;
    const trial = { agentId, conversationId, visitor: { bearer: visitorToken } };
    ok(await send(api, trial, PERSON));
    expect((await settledMessages(api, owner, trial)).at(-1)).toMatchObject({
      text: 'Of course. Leave your email address and a person will get back to you.',
      offersPerson: true,
    });
    expect(await requestsTold()).toBe(2);
  });

  test('what half of those who asked waited is told within the hours, once five asked', async () => {
    const { agentId, desk, schedule, choose, owner } = await makeDesk();
    const chat = await startChat(api, agentId);
    for (const seconds of [20, 60, 90, 300, 4_000]) {
      expect(await hoursOf(api, chat)).toMatchObject({ usualWaitSeconds: null });
      const asked = await startChat(api, agentId);
      ok(await send(api, asked, 'Hello'));
      await settledMessages(api, owner, asked);
      await askForPerson(api, asked);
      ok(await desk.post(asked.conversationId, 'claim'));
      await database.unscoped.execute(
        sql`update conversation_facts set requested_at = claimed_at - ${seconds} * interval '1 second'
          where conversation_id = ${asked.conversationId}`,
      );
    }
    expect(await hoursOf(api, chat)).toMatchObject({ isOpen: true, usualWaitSeconds: 90 });
    await database.unscoped.execute(
      sql`update conversation_facts set started_at = started_at - interval '8 days' where agent_id = ${agentId} and claimed_at is not null`,
    );
    expect(await hoursOf(api, chat)).toMatchObject({ usualWaitSeconds: null });
    const { id } = ok(await schedule({}));
    ok(await choose(id));
    await publish(api, owner, agentId);
    expect(await hoursOf(api, chat)).toEqual({ isOpen: false, opensAt: null, usualWaitSeconds: null });
  });

  test('a language model is told when they are there, and nothing where they always are', async () => {
    const { owner, schedule } = await makeDesk();
    const withModel = await useModelServer(api, owner, host.baseURL, 'fine');
    const { id } = ok(await schedule({ exceptions: closedUntil, timeZone: 'UTC' }));
    const promptWith = async (scheduleId: ScheduleId | null) => {
      const agentId = await createAgent(api, owner, (given) => {
        const settings = withModel(given);
        return { ...settings, handoff: { ...settings.handoff, scheduleId } };
      });
      await publish(api, owner, agentId);
      const chat = await startChat(api, agentId);
      ok(await send(api, chat, 'When are you there?'));
      const reply = (await settledMessages(api, owner, chat)).at(-1);
      const trace = `/v2/conversations/${chat.conversationId}/messages/${reply?.id}/trace`;
      return ok(await api.call('GET', trace, { caller: owner.key })).prompt[0].content as string;
    };
    expect(await promptWith(id)).toMatch(
      /People of the team are not reachable now; they are back on .* 09:00 \(UTC\)\./,
    );
    expect(await promptWith(null)).not.toContain('People of the team');
  });

  test('a schedule in use is not deleted, one of another workspace is not chosen, and an old version does without one that went', async () => {
    const { owner, agentId, path, schedule, choose } = await makeDesk();
    const foreign = await makeDesk();
    const { id } = ok(await schedule({}));
    const remove = () => api.call('DELETE', `${path}/${id}`, { caller: owner.key });
    expect((await foreign.choose(id)).body.code).toBe('invalid_input');
    ok(await choose(id));
    ok(await api.call('POST', `/v2/agents/${agentId}/publish`, { caller: owner.key, body: {} }));
    ok(await choose(null));
    const refused = await remove();
    expect(refused.body).toMatchObject({ code: 'schedule_in_use', issues: [{ path: 'agents' }] });
    expect(refused.body.message).toMatch(/^This schedule is used by ".*"\. Choose other hours there first\.$/);
    expect(ok(await api.call('GET', path, { caller: owner.key })).items).toMatchObject([
      { id, agents: [{ ID: agentId }] },
    ]);
    ok(await api.call('POST', `/v2/agents/${agentId}/publish`, { caller: owner.key, body: {} }));
    // Whoever chooses it at this moment keeps it, or is refused; never is it gone and chosen.
    const [removed, chosen] = await Promise.all([remove(), choose(id)]);
    expect([removed.status, chosen.status].sort()).toEqual(removed.status === 200 ? [200, 400] : [200, 409]);
    ok(await choose(null));
    if (removed.status !== 200) ok(await remove());
    const restored = ok(
      await api.call('POST', `/v2/agents/${agentId}/versions/2/restore`, { caller: owner.key, body: {} }),
    );
    expect(restored.settings.handoff.scheduleId).toBeNull();
    expect((await schedule({}, id)).status).toBe(404);
  });

  test('what contradicts itself is refused where it stands', async () => {
    const { owner } = { owner: await signUp(api) };
    const at = (change: object) =>
      api.call('POST', `/v2/workspaces/${owner.uid}/schedules`, {
        caller: owner.key,
        body: { name: 'Office', timeZone: 'Europe/Berlin', days: never, ...change },
      });
    const issueOf = async (change: object) => {
      const { status, body } = await at(change);
      return status === 400 ? body.issues[0] : status;
    };
    const monday = (...ranges: object[]) => ({ days: [ranges, ...never.slice(1)] });
    const overlap = 'This overlaps another range. Ranges may touch, but not overlap.';
    const [early, late] = [
      { from: '09:00', to: '13:00' },
      { from: '12:00', to: '17:00' },
    ];
    expect(await issueOf(monday(early, late))).toEqual({ path: 'days.0.1', message: overlap });
    expect(await issueOf({ days: [[early], ...never.slice(2), [{ from: '22:00', to: '10:00' }]] })).toMatchObject({
      path: 'days.0.0',
    });
    expect(await issueOf(monday({ from: '09:00', to: '09:00' }))).toMatchObject({ path: 'days.0.0.to' });
    expect(await issueOf(monday({ from: '9', to: '10:00' }))).toMatchObject({ path: 'days.0.0.from' });
    expect(await issueOf({ timeZone: 'Berlin' })).toMatchObject({ path: 'timeZone' });
    const twice = [1, 2].map(() => ({ date: '2026-12-24', ranges: [] }));
    expect(await issueOf({ exceptions: twice })).toMatchObject({ path: 'exceptions.1.date' });
    expect(await issueOf({ exceptions: [{ date: '2026-12-24', ranges: [early, late] }] })).toMatchObject({
      path: 'exceptions.0.ranges.1',
    });
    const dates = Array.from({ length: 51 }, (_, day) =>
      new Date(Date.UTC(2027, 0, day + 1)).toISOString().slice(0, 10),
    );
    expect(await issueOf({ exceptions: dates.map((date) => ({ date, ranges: [] })) })).toMatchObject({
      path: 'exceptions',
    });
    expect(await issueOf(monday({ from: '22:00', to: '02:00' }, early))).toBe(201);
  });

  test('who waits while the request is closed or put aside is told what is true', async () => {
    const { owner, agentId, desk } = await makeDesk();
    const [closed, aside] = [await startChat(api, agentId), await startChat(api, agentId)];
    for (const chat of [closed, aside]) expect(await askForPerson(api, chat)).toBe('waiting');
    const visitor = await follow(api.origin, closed);
    ok(await desk.post(closed.conversationId, 'close'));
    ok(await desk.post(aside.conversationId, 'snooze', { until: new Date(Date.now() + 3_600_000).toISOString() }));
    await visitor.until(({ data }) => data.role === 'system');
    await visitor.leave();
    const lastOf = async (chat: typeof closed) => (await settledMessages(api, owner, chat)).at(-1);
    expect(await lastOf(closed)).toMatchObject({ text: 'Your request has been closed. You can keep asking me here.' });
    expect(await lastOf(closed)).not.toMatchObject({ offersPerson: true });
    expect(await lastOf(aside)).toMatchObject({
      offersPerson: true,
      text: expect.stringMatching(/^This will take a while\./),
    });
  });
});
