import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import {
  addText,
  createAgent,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
} from '../factories/api-factory.ts';
import { until } from '../harness/api.ts';
import { startChildServer } from '../harness/child-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { runSchedule } from '../harness/run-schedule.ts';
import { openStream } from '../harness/visitor-stream.ts';

const OPS = join(import.meta.dirname, '../../../ops');
const TOKEN = 'only-for-tests-0123456789';
const LABELS =
  /^(role|area|status|region|pool|function|vendor|kind|why|job|schedule|le|version|major|minor|patch|type|space|quantile)$/;

test('the figures say what happened, to who has the token alone, and name no tenant', async () => {
  const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 1);
  const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
  const server = await startChildServer({ DATA_DIR: folder, DATABASE_URL: url, METRICS_TOKEN: TOKEN });
  onTestFinished(async () => {
    await server.kill();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const read = (authorization: string) => fetch(`${server.origin}/metrics`, { headers: { authorization } });
  for (const wrong of ['', 'Bearer ', 'Bearer wrong', `Bearer ${TOKEN}x`]) expect((await read(wrong)).status).toBe(404);

  const owner = await signUp(server);
  const agentId = await createAgent(server, owner);
  await addText(server, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
  await publish(server, owner, agentId);
  const chat = await startChat(server, agentId);
  const left = new AbortController();
  await openStream(server.origin, chat.conversationId, { visitor: chat.visitor, signal: left.signal });
  ok(await send(server, chat, 'What does an electric bike cost?'));
  await settledMessages(server, owner, chat);
  await fetch(`${server.origin}/no/${agentId}`);

  const text = await (await read(`Bearer ${TOKEN}`)).text();
  left.abort();
  // 3: it can be read, and has names (of Node's own figures) that are not to its taste.
  expect([0, 3]).toContain(spawnSync('promtool', ['check', 'metrics'], { input: text }).status);
  const figure = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    );
  expect(figure('antiphon_turns_total')).toBe(1);
  expect(figure('antiphon_open_streams')).toBe(1);
  expect(figure('antiphon_first_text_seconds_count')).toBe(1);
  expect(figure('antiphon_region_up')).toBe(1);
  expect(figure('antiphon_database_wait_seconds_count')).toBeGreaterThan(10);
  for (const secret of [owner.uid, owner.email, agentId, chat.conversationId]) expect(text).not.toContain(secret);
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name ?? ''));
  expect([...labels].filter((name) => !LABELS.test(name))).toEqual([]);

  // What alerts and the dashboard are about is there.
  const asked = `${readFileSync(join(OPS, 'alerts.yml'))}${readFileSync(join(OPS, 'dashboard.json'))}`;
  const names = new Set(asked.match(/\b(antiphon|nodejs)_\w+/g));
  const told = (name: string) => text.includes(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `);
  expect([...names].filter((name) => !told(name))).toEqual([]);

  // Work of the night that fails is counted by its name.
  const failures = async () =>
    /antiphon_schedule_failures_total\{[^}]*schedule="logs\.purge"[^}]*\} (\d+)/.exec(
      await (await read(`Bearer ${TOKEN}`)).text(),
    )?.[1];
  expect(await failures()).toBe('0');
  await database.unscoped.execute(sql`alter table log_entries rename to log_entries_away`);
  await runSchedule(url, 'logs.purge');
  await until(failures, (count) => Number(count) > 0);
}, 300_000);

test('the rules of the alerts are valid, and each is explained', () => {
  execFileSync('promtool', ['check', 'rules', join(OPS, 'alerts.yml')], { stdio: 'ignore' });
  const alerts = [...readFileSync(join(OPS, 'alerts.yml'), 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const explained = readFileSync(join(OPS, '../docs/operation.md'), 'utf8');
  expect(alerts.filter((name) => !explained.includes(`**${name}**`))).toEqual([]);
});
