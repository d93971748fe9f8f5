import { setTimeout as wait } from 'node:timers/promises';
import type { AgentSettings } from '@antiphon/contract/agents';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { addText, ok, signUp } from '../factories/api-factory.ts';
import { openBlueprint } from '../factories/blueprint-factory.ts';
import { smallFlow } from '../factories/flow-factory.ts';
import { testOf } from '../factories/suite-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { rowsOf } from '../harness/table-catalogue.ts';

const base = (settings: AgentSettings): AgentSettings => ({
  ...settings,
  systemPrompt: 'You answer for {{slot.shop}}.',
  greeting: 'Hello.',
  flow: smallFlow('Welcome.'),
});
const better = (settings: AgentSettings): AgentSettings => ({
  ...settings,
  systemPrompt: 'You answer for {{slot.shop}}, politely.',
  greeting: 'Good day.',
  suggestedQuestions: ['What does it cost?'],
  flow: smallFlow('Welcome to us.'),
});

describe.each(await openJourneyDatabases())('blueprints on $name', async ({ database }) => {
  const api = await startTestApi(database, { REGIONS: 'na' });
  afterAll(() => api.stop());
  const owner = await signUp(api);

  /** `flow`: without one it answers from what it knows. */
  async function open(flow = true) {
    const as = (change: typeof base) =>
      flow ? change : (settings: AgentSettings) => ({ ...change(settings), flow: null });
    const blueprint = await openBlueprint(api, owner, as(base));
    const improve = () => blueprint.edit(blueprint.id, as(better), true);
    return { ...blueprint, improve };
  }

  test('a better blueprint is published in the agents that follow it, and what was fitted for a client stays', async () => {
    const { id, at, get, read, edit, follow, improve, push, pushed, targets } = await open();
    const [plain, fitted, idle, busy] = [
      await follow('Plain', { shop: 'Plain Bikes' }, true),
      await follow('Fitted', { shop: 'Fitted Bikes' }, true),
      await follow('Idle', { shop: 'Idle Bikes' }),
      await follow('Busy', { shop: 'Busy Bikes' }, true),
    ];
    await edit(fitted, (settings) => ({ ...settings, greeting: 'Ahoy!', flow: smallFlow('Ahoy!') }), true);
    await edit(busy, (settings) => ({ ...settings, description: 'Half a sentence' }));
    expect((await read(plain)).settings).toMatchObject({
      title: 'Plain',
      systemPrompt: 'You answer for Plain Bikes.',
    });
    await improve();
    const { id: pushId } = await push({ version: 2, publishes: true, inWaves: false });
    expect(await pushed(pushId)).toMatchObject({
      state: 'done',
      counts: { all: 4, done: 2, notPublished: 2, failed: 0, kept: 2 },
    });
    const told = await targets(pushId);
    expect(told.get(plain)).toMatchObject({ state: 'done', version: 2, kept: [] });
    expect(told.get(fitted)).toMatchObject({ state: 'done', version: 3 });
    expect(told.get(fitted)?.kept.map(({ path, isConflict }) => [path, isConflict])).toEqual([
      ['greeting', true],
      ['flow.sections.main.nodes.hello.text', true],
    ]);
    // Planted: what its people are still at is published with the push -> caught here.
    expect(told.get(idle)).toMatchObject({ state: 'not_published', reason: 'never_published', version: null });
    expect(told.get(busy)).toMatchObject({ state: 'not_published', reason: 'unpublished_changes', version: null });
    expect((await read(plain)).published).toMatchObject({
      title: 'Plain',
      systemPrompt: 'You answer for Plain Bikes, politely.',
      greeting: 'Good day.',
      suggestedQuestions: ['What does it cost?'],
    });
    const after = await read(fitted);
    expect(after.published).toMatchObject({
      greeting: 'Ahoy!',
      systemPrompt: 'You answer for Fitted Bikes, politely.',
    });
    expect(after).toMatchObject({ hasUnpublishedChanges: false });
    expect(await read(busy)).toMatchObject({
      settings: { greeting: 'Good day.', description: 'Half a sentence' },
      published: { greeting: 'Hello.', description: '' },
    });
    const { items } = await get(`${at}/links`);
    expect(
      items.map(({ title, overrides, appliedVersion }: Record<string, unknown>) => [title, overrides, appliedVersion]),
    ).toEqual([
      ['Busy', 1, 2],
      ['Idle', 0, 2],
      ['Fitted', 2, 2],
      ['Plain', 0, 2],
    ]);
    const notice = await get(`/v2/agents/${fitted}/blueprint`);
    expect(notice.follows).toMatchObject({ blueprintId: id, appliedVersion: 2, publishedVersion: 2 });

    // Again: nothing changes, and nothing is published.
    const revisions = await rowsOf(database, sql`select id, draft_revision, published_version from agents order by id`);
    const again = await push({ version: 2, publishes: true, inWaves: true });
    expect(await pushed(again.id)).toMatchObject({ state: 'done', counts: { done: 2, notPublished: 2, failed: 0 } });
    expect(await rowsOf(database, sql`select id, draft_revision, published_version from agents order by id`)).toEqual(
      revisions,
    );
  });

  test('it is rolled back where nobody changed the agent since, as a new version', async () => {
    const { at, call, read, edit, follow, improve, push, pushed, targets } = await open();
    const [one, two] = [await follow('One', { shop: 'One' }, true), await follow('Two', { shop: 'Two' }, true)];
    const three = await follow('Three', { shop: 'Three' }, true);
    await improve();
    const { id } = await push({ version: 2, publishes: true, inWaves: false });
    await pushed(id);
    await edit(two, (settings) => ({ ...settings, description: 'Changed since' }));
    // As if it had been stopped between the working copy and publishing.
    await database.unscoped.execute(sql`update blueprint_targets set state = 'stopped' where agent_id = ${three}`);
    ok(await call('POST', `${at}/pushes/${id}/roll-back`, {}));
    expect(await pushed(id)).toMatchObject({ state: 'undone', counts: { undone: 2, failed: 1 } });
    expect((await read(three)).published.greeting).toBe('Hello.');
    const told = await targets(id);
    expect(told.get(one)).toMatchObject({ state: 'undone' });
    // Planted: rolled back without a look at the revision -> caught here.
    expect(told.get(two)).toMatchObject({ state: 'not_undone', reason: 'changed_since' });
    expect(await read(one)).toMatchObject({
      published: { greeting: 'Hello.', systemPrompt: 'You answer for One.' },
      publishedVersion: 3,
      hasUnpublishedChanges: false,
    });
    expect(await read(two)).toMatchObject({ published: { greeting: 'Good day.' }, publishedVersion: 2 });
    // As if it had never been: the next push brings the same again.
    const next = await push({ version: 2, publishes: true, inWaves: false, agentIds: [one, three] });
    await pushed(next.id);
    expect(await read(one)).toMatchObject({ published: { greeting: 'Good day.' }, publishedVersion: 4 });
    expect(await call('POST', `${at}/pushes/${id}/roll-back`, {})).toMatchObject({
      status: 409,
      body: { code: 'blueprint_settled' },
    });
  });

  test('it goes to staging where an agent has one, and is rolled back there unless that was promoted since', async () => {
    const { call, read, follow, improve, push, pushed, targets, at } = await open();
    const [one, two] = [await follow('One', { shop: 'One' }, true), await follow('Two', { shop: 'Two' }, true)];
    for (const agent of [one, two]) ok(await call('POST', `/v2/agents/${agent}/staging`, { isOn: true }));
    await improve();
    const { id } = await push({ version: 2, publishes: true, inWaves: false });
    expect(await pushed(id)).toMatchObject({ state: 'done', counts: { done: 2, notPublished: 0 } });
    expect(await read(one)).toMatchObject({ publishedVersion: 1, stagingVersion: 2, hasUnpublishedChanges: false });
    ok(await call('POST', `/v2/agents/${two}/promote`, { version: 2 }));
    ok(await call('POST', `${at}/pushes/${id}/roll-back`, {}));
    expect(await pushed(id)).toMatchObject({ state: 'undone', counts: { undone: 1 } });
    expect(await read(one)).toMatchObject({
      ...{ publishedVersion: 1, stagingVersion: 3, hasUnpublishedChanges: false },
      settings: { greeting: 'Hello.' },
    });
    expect((await targets(id)).get(two)).toMatchObject({ state: 'not_undone', reason: 'changed_since' });
    expect(await read(two)).toMatchObject({ publishedVersion: 2, stagingVersion: 2 });
  });

  test('only what is live of a blueprint is pushed', async () => {
    const { id, call, read, follow, improve, push, pushed } = await open();
    ok(await call('POST', `/v2/agents/${id}/staging`, { isOn: true }));
    const one = await follow('One', { shop: 'One' }, true);
    await improve();
    expect(await call('POST', `/v2/agents/${id}/blueprint/pushes`, { version: 2, publishes: true })).toMatchObject({
      body: { code: 'conflict' },
    });
    await pushed((await push({ version: 1, publishes: true, inWaves: false })).id);
    expect((await read(one)).published).toMatchObject({ greeting: 'Hello.' });
  });

  test('an agent whose tests fail is not published and holds up the next wave, until somebody goes on', async () => {
    const { id, at, call, read, follow, improve, push, pushed, targets } = await open(false);
    const agents: string[] = [];
    for (const name of ['First', 'Second', 'Third']) agents.push(await follow(name, { shop: name }, true));
    const [first, second, third] = agents as [string, string, string];
    const price = 'An electric bike costs 28 euros a day.';
    for (const agentId of [first, second]) {
      await addText(api, owner, agentId, 'Prices', price);
      const says = agentId === first ? '28 euros' : '99 euros';
      ok(
        await call('POST', `/v2/agents/${agentId}/suite/cases`, testOf({ title: `Says ${says}`, says, isMust: true })),
      );
    }
    await improve();
    const begun = await push({ version: 2, publishes: true, inWaves: true });
    expect(await call('POST', `${at}/pushes`, { version: 2 })).toMatchObject({
      status: 409,
      body: { code: 'blueprint_busy' },
    });
    const paused = await pushed(begun.id, 60_000);
    expect(paused).toMatchObject({ state: 'paused', counts: { done: 1, notPublished: 1, waiting: 1 } });
    const told = await targets(begun.id);
    expect(told.get(first)).toMatchObject({ state: 'done', version: 2, wave: 0 });
    // Planted: the gate is not asked -> caught here.
    expect(told.get(second)).toMatchObject({ state: 'not_published', reason: 'tests_failed', wave: 1 });
    expect(told.get(second)?.message).toBe('Says 99 euros');
    expect(await read(second)).toMatchObject({
      settings: { greeting: 'Good day.' },
      published: { greeting: 'Hello.' },
    });
    expect((await read(third)).settings.greeting).toBe('Hello.');
    ok(await call('POST', `${at}/pushes/${begun.id}/continue`, {}));
    expect(await pushed(begun.id)).toMatchObject({ state: 'done', counts: { done: 2, notPublished: 1 } });
    // Its test was wrong.
    const { cases } = ok(await call('GET', `/v2/agents/${second}/suite`));
    ok(await call('DELETE', `/v2/agents/${second}/suite/cases/${cases[0].id}`));
    ok(await call('POST', `${at}/pushes/${begun.id}/retry`, {}));
    expect(await pushed(begun.id)).toMatchObject({ state: 'done', counts: { done: 3, notPublished: 0 } });
    expect((await read(second)).published.greeting).toBe('Good day.');
    expect(ok(await call('GET', `${at}/pushes`)).items).toHaveLength(1);
    expect(id).not.toBe(second);
  });

  test('a slot without a value is named before anything is pushed; one that is changed is filled in by the next push', async () => {
    const { at, call, get, read, follow, improve, push, pushed } = await open();
    const [known, unknown] = [await follow('Known', { shop: 'Known' }), await follow('Unknown')];
    await improve();
    const refused = await call('POST', `${at}/pushes`, { version: 2, inWaves: false });
    expect(refused).toMatchObject({ status: 409, body: { code: 'blueprint_slots_missing' } });
    expect(refused.body.message).toContain('“Unknown” (shop)');
    expect((await get(`${at}/links`)).items[0]).toMatchObject({ title: 'Unknown', missingSlots: ['shop'] });
    ok(await call('POST', `${at}/links/${unknown}`, { slots: { shop: 'Found' } }));
    ok(await call('POST', `${at}/links/${known}`, { slots: { shop: 'Known & Sons' } }));
    expect(await pushed((await push({ version: 2, inWaves: false })).id)).toMatchObject({
      counts: { done: 2, kept: 0 },
    });
    expect((await read(unknown)).settings.systemPrompt).toBe('You answer for Found, politely.');
    expect((await read(known)).settings.systemPrompt).toBe('You answer for Known & Sons, politely.');
  });

  test('what is locked is pushed over whatever was fitted, and told', async () => {
    const { at, call, read, edit, follow, improve, push, pushed, targets } = await open();
    const agentId = await follow('Fitted', { shop: 'Fitted' });
    await edit(agentId, (settings) => ({ ...settings, greeting: 'Ahoy!', flow: smallFlow('Ahoy!') }));
    ok(await call('POST', at, { locked: ['greeting'] }));
    for (const path of ['theme.theme', 'title', 'model.credentialId', 'nothing'])
      expect(await call('POST', at, { locked: [path] })).toMatchObject({ status: 400 });
    await improve();
    const { id } = await push({ version: 2, inWaves: false });
    await pushed(id);
    expect((await read(agentId)).settings).toMatchObject({ greeting: 'Good day.', flow: smallFlow('Ahoy!') });
    expect((await targets(id)).get(agentId)).toMatchObject({
      overwritten: [{ path: 'greeting' }],
      kept: [{ field: 'flow' }],
    });
  });

  test('one where the two together would leave visitors stuck is left as it was, and listed', async () => {
    const { read, edit, follow, improve, push, pushed, targets } = await open();
    const agentId = await follow('Drawn', { shop: 'Drawn' });
    const more = await follow('Plain', { shop: 'Plain' });
    // The blueprint takes the node away that this agent leads to.
    await edit(agentId, ({ flow, ...settings }) => {
      const [main] = flow!.sections;
      const nodes = [...main!.nodes, { ...main!.nodes[1]!, id: 'more' }];
      const edges = [
        ...main!.edges.filter(({ from }) => from !== 'start'),
        { from: 'start', port: 'next', to: 'more' },
        { from: 'more', port: 'next', to: 'hello' },
      ];
      return { ...settings, flow: { ...flow!, sections: [{ ...main!, nodes, edges }] } };
    });
    await improve();
    await edit(agentId, (settings) => settings);
    const before = await read(agentId);
    const blueprintFlow = smallFlow();
    blueprintFlow.sections[0]!.nodes.splice(1, 1);
    blueprintFlow.sections[0]!.edges = [{ from: 'start', port: 'next', to: 'done' }];
    const own = before.settings as AgentSettings;
    expect(own.flow?.sections[0]?.nodes.map(({ id }) => id)).toEqual(['start', 'hello', 'done', 'more']);
    await edit(
      (
        await rowsOf<{ id: string }>(
          database,
          sql`select blueprint_id as id from blueprint_links where agent_id = ${agentId}`,
        )
      )[0]!.id,
      (settings) => ({ ...settings, flow: blueprintFlow }),
      true,
    );
    const { id } = await push({ version: 3, inWaves: false });
    expect(await pushed(id)).toMatchObject({ state: 'done', counts: { done: 1, failed: 1 } });
    const told = await targets(id);
    expect(told.get(agentId)).toMatchObject({ state: 'failed', reason: 'refused' });
    expect(told.get(agentId)?.message).not.toBe('');
    expect((await read(agentId)).draftRevision).toBe(before.draftRevision);
    expect((await read(more)).settings.flow.sections[0].nodes).toHaveLength(2);
  });

  test('who follows: no chains, one blueprint each, nothing of others; an agent that was linked is not changed by it', async () => {
    const { id, at, call, get, read, follow } = await open();
    const other = await open();
    const stranger = await signUp(api);
    const theirs = await openBlueprint(api, stranger, base);
    const link = (agentId: string, to = at) => call('POST', `${to}/links`, { agentId, slots: { shop: 'Here' } });
    const agentId = await follow('Follower', { shop: 'Follower' });
    expect(await link(agentId, other.at)).toMatchObject({ status: 409, body: { code: 'blueprint_linked' } });
    expect(await link(id)).toMatchObject({ body: { code: 'blueprint_chain' } });
    expect(await link(other.id, `/v2/agents/${agentId}/blueprint`)).toMatchObject({ status: 409 });
    expect(await link(theirs.id)).toMatchObject({ status: 404 });
    expect(await call('POST', `${theirs.at}/links`, { agentId })).toMatchObject({ status: 404 });
    const before = await read(other.id);
    const { overrides } = ok(await link(other.id));
    expect(overrides).toEqual([expect.objectContaining({ path: 'systemPrompt', kind: 'changed', isConflict: false })]);
    expect(await read(other.id)).toEqual(before);
    expect(await call('POST', `${other.at}/agents`, { title: 'Chain' })).toMatchObject({
      body: { code: 'blueprint_chain' },
    });
    ok(await call('DELETE', `${at}/links/${other.id}`));
    expect((await get(other.at)).follows).toBeNull();
    expect(await read(other.id)).toEqual(before);

    // A blueprint that is gone leaves its agents standing.
    ok(await call('DELETE', `/v2/agents/${id}`));
    expect(await read(agentId)).toMatchObject({ title: 'Follower' });
    expect((await get(`/v2/agents/${agentId}/blueprint`)).follows).toBeNull();
    expect(await call('POST', `${at}/pushes`, { version: 1 })).toMatchObject({ status: 404 });
  });

  test('a push is stopped: what is done stays, the others are as they were', async () => {
    const { id: blueprintId, at, call, read, follow, improve, push, pushed } = await open(false);
    const agents: string[] = [];
    for (const name of ['One', 'Two']) agents.push(await follow(name, { shop: name }, true));
    const [first, second] = agents as [string, string];
    await addText(api, owner, first, 'Prices', 'An electric bike costs 28 euros a day.');
    ok(await call('POST', `/v2/agents/${first}/suite/cases`, testOf({ says: '99 euros', isMust: true })));
    await improve();
    const { id } = await push({ version: 2, publishes: true, inWaves: true });
    await pushed(id, 60_000);

    // While the blueprint lies in the trash its push stands still.
    ok(await call('DELETE', `/v2/agents/${blueprintId}`));
    await database.unscoped.execute(sql`update blueprint_pushes set state = 'running' where id = ${id}`);
    await wait(2_500);
    // Planted: the claim does not look at the blueprint -> caught here.
    expect((await read(second)).settings.greeting).toBe('Hello.');
    await database.unscoped.execute(sql`update blueprint_pushes set state = 'paused' where id = ${id}`);
    ok(await call('POST', `/v2/agents/${blueprintId}/restore`, {}));

    const stopped = ok(await call('POST', `${at}/pushes/${id}/stop`, {}));
    expect(stopped).toMatchObject({ state: 'stopped', counts: { notPublished: 1, failed: 1, waiting: 0 } });
    expect((await read(second)).settings.greeting).toBe('Hello.');
    expect(await call('POST', `${at}/pushes/${id}/stop`, {})).toMatchObject({ status: 409 });
    ok(await call('POST', `${at}/pushes/${id}/roll-back`, {}));
    await pushed(id);
    expect((await read(first)).settings.greeting).toBe('Hello.');
  });
});
