import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentSettings } from '@antiphon/contract/agents';
import { fillSlots } from '@antiphon/contract/blueprint-parts';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { mergeSettings } from '../../src/domain/blueprints/merge-settings.rules.ts';
import { signUp } from '../factories/api-factory.ts';
import { openBlueprint } from '../factories/blueprint-factory.ts';
import { smallFlow } from '../factories/flow-factory.ts';
import { amount } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { type ChildServer, startChildServer } from '../harness/child-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { rowsOf } from '../harness/table-catalogue.ts';

const AGENTS = amount(50, 12);
const KILLS = amount(5, 2);

type Version = { id: string; number: number; settings: AgentSettings };

const first = (settings: AgentSettings): AgentSettings => ({
  ...settings,
  systemPrompt: 'You answer for {{slot.shop}}.',
  suggestedQuestions: ['One?'],
  flow: smallFlow('Welcome to {{slot.shop}}.'),
});
const second = (settings: AgentSettings): AgentSettings => ({
  ...settings,
  systemPrompt: 'You answer for {{slot.shop}}, politely.',
  greeting: 'Good day.',
  suggestedQuestions: ['One?', 'Two?'],
  flow: smallFlow('Welcome to {{slot.shop}}, and sit down.'),
});

/** What was fitted for a client, in one agent after the other. */
const FITS: ((settings: AgentSettings) => AgentSettings)[] = [
  (settings) => settings,
  (settings) => ({ ...settings, greeting: 'Ahoy!' }),
  (settings) => ({ ...settings, flow: smallFlow('Ahoy!') }),
  (settings) => ({ ...settings, suggestedQuestions: [], systemPrompt: 'Only boats.' }),
];

test('kill -9 of the pushing process, again and again: each agent is what the merge says, and published once', async () => {
  const { url, database, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 6);
  const folder = mkdtempSync(join(tmpdir(), 'blueprint-pushes-'));
  const servers: ChildServer[] = [];
  const start = async () => {
    const server = await startChildServer({ DATA_DIR: folder, DATABASE_URL: url });
    servers.push(server);
    return server;
  };
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  let [pushing, other] = [await start(), await start()];
  const owner = await signUp(pushing);
  const { id: blueprintId, edit, follow, push } = await openBlueprint(pushing, owner, first);
  const slotsOf = (at: number) => ({ shop: `Shop ${at}` });
  for (let at = 0; at < AGENTS; at += 1) {
    const agentId = await follow(`Agent ${at}`, slotsOf(at), true);
    await edit(agentId, FITS[at % FITS.length]!, at % FITS.length > 0);
  }
  await edit(blueprintId, second, true);
  const versions = () =>
    rowsOf<Version>(
      database,
      sql`select v.agent_id as id, v.number, v.settings from agent_versions v join blueprint_links l using (agent_id)
        order by l.created_at, v.number`,
    );
  const before = await versions();
  const pushed = await rowsOf<{ settings: AgentSettings }>(
    database,
    sql`select settings from agent_versions where agent_id = ${blueprintId} order by number`,
  );
  const [base, next] = pushed.map(({ settings }) => AgentSettings.parse(settings)) as [AgentSettings, AgentSettings];

  // Slow enough to be killed in the middle, whatever the machine: each version takes a while to be written.
  await database.unscoped.execute(sql`create function slowly() returns trigger language plpgsql as
    'begin perform pg_sleep(0.15); return new; end'`);
  await database.unscoped.execute(
    sql`create trigger slowly before insert on agent_versions for each row execute function slowly()`,
  );
  const { id: pushId } = await push({ version: 2, publishes: true, inWaves: false });
  const settled = async () =>
    (
      await rowsOf<{ done: number }>(
        database,
        sql`select count(*)::int as done from blueprint_targets where push_id = ${pushId} and state = 'done'`,
      )
    )[0]!.done;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await until(settled, (done) => done >= Math.floor((AGENTS * kill) / (KILLS + 2)), 60_000);
    await pushing.kill();
    // Whoever is left goes on; who comes back takes its share.
    [pushing, other] = [other, await start()];
  }
  await until(settled, (done) => done === AGENTS, 120_000);

  const after = await versions();
  // Planted: an agent is noted as done before it is changed -> caught here.
  expect(after).toHaveLength(before.length + AGENTS);
  const agents = [...new Set(after.map(({ id }) => id))];
  for (const [at, agentId] of agents.entries()) {
    const last = before.filter(({ id }) => id === agentId).at(-1)!;
    const wanted = mergeSettings({
      base: fillSlots(base, slotsOf(at)),
      next: fillSlots(next, slotsOf(at)),
      current: AgentSettings.parse(last.settings),
      locked: [],
    });
    const [published] = after.filter(({ id, number }) => id === agentId && number > last.number);
    expect(published?.settings, `agent ${at}`).toEqual(wanted.settings);
  }
  const publishedAt = (at: number) => after.filter(({ id }) => id === agents[at]).at(-1)!.settings;
  // Planted: a merge of two, where the blueprint's word is the last -> caught here.
  expect(publishedAt(1)).toMatchObject({ greeting: 'Ahoy!', systemPrompt: 'You answer for Shop 1, politely.' });
  expect(publishedAt(3)).toMatchObject({ greeting: 'Good day.', systemPrompt: 'Only boats.', suggestedQuestions: [] });
  const [{ state } = { state: '' }] = await rowsOf<{ state: string }>(
    database,
    sql`select state from blueprint_pushes where id = ${pushId}`,
  );
  expect(state).toBe('done');
}, 600_000);
