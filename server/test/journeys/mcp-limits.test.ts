import { connect } from 'node:net';
import type { AccessScope } from '@antiphon/contract/access-keys';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { createAgent, type Owner, ok, signUp } from '../factories/api-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { postMcp } from '../harness/mcp-client.ts';

const asked = (name: string, input: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });

/** Windows begin with the minute: whoever counts within one must not cross to the next. */
async function untilFreshMinute(seconds: number) {
  const left = 60 - (Math.floor(Date.now() / 1_000) % 60);
  if (left < seconds) await new Promise((resolve) => setTimeout(resolve, (left + 1) * 1_000));
}

describe.each(await openJourneyDatabases())('limits of programs on $name', async ({ database }) => {
  // Two servers on one database: what a request meets is a matter of chance.
  const limited = { REGIONS: 'na', RATE_LIMIT_FACTOR: '1' };
  const [api, other] = [await startTestApi(database, limited), await startTestApi(database, limited)];
  afterAll(async () => {
    await api.stop();
    await other.stop();
  });
  const urls = [api, other].map(({ origin }) => `${origin}/api/na/mcp`);
  const [url = ''] = urls;

  async function makeKey(owner: Owner, scopes: AccessScope[] = []) {
    const body = { name: 'Assistant', scopes };
    const path = `/v2/workspaces/${owner.uid}/access-keys`;
    const { secret, accessKey } = ok(await api.call('POST', path, { caller: owner.caller, body }));
    return { secret: secret as string, path: `${path}/${accessKey.id}` };
  }
  const call = async (to: string, key: string, body: string) => {
    const answer = await postMcp(to, { key, body });
    const text = await answer.text();
    return answer.status === 200 && !text.includes('"isError":true')
      ? 'done'
      : /\\?"code\\?":\\?"(\w+)/.exec(text)?.[1];
  };
  /** In waves, for a key may have so many bodies on their way. */
  async function callOften(total: number, key: string, body: string) {
    const answers: (string | undefined)[] = [];
    for (let left = total; left > 0; left -= 60)
      answers.push(
        ...(await Promise.all(Array.from({ length: Math.min(60, left) }, (_n, at) => call(urls[at % 2]!, key, body)))),
      );
    return answers;
  }

  test('what a key changes in a minute is counted before it is done, in two processes: 90 asked, 30 done', async () => {
    const owner = await signUp(api);
    const agentId = await createAgent(api, owner);
    const { secret } = await makeKey(owner, ['knowledge.write']);
    for (const to of urls) await postMcp(to, { key: secret, body: '{}' });
    await untilFreshMinute(20);
    const answers = await callOften(
      90,
      secret,
      asked('add_text', { id: agentId, title: 'Hours', text: 'Nine to five.' }),
    );
    expect(answers.filter((one) => one === 'rate_limited')).toHaveLength(60);
    const { rows } = (await database.unscoped.execute(
      sql`select count(*)::int as made from knowledge_documents where agent_id = ${agentId}`,
    )) as unknown as { rows: { made: number }[] };
    // Planted: the call is counted after it -> caught here.
    expect(rows[0]?.made).toBe(30);
  }, 180_000);

  test('what a key asks in a minute: 300 asked, 120 answered, and another key is not held up', async () => {
    const owner = await signUp(api);
    const [one, another] = [await makeKey(owner), await makeKey(owner)];
    for (const to of urls) await postMcp(to, { key: one.secret, body: '{}' });
    await untilFreshMinute(25);
    const answers = await callOften(300, one.secret, asked('list_agents'));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(120);
    expect(await call(url, another.secret, asked('list_agents'))).toBe('done');
  }, 180_000);

  test('a key that one process revokes is refused by the other at once', async () => {
    const owner = await signUp(api);
    const { secret, path } = await makeKey(owner);
    for (const to of urls) expect(await call(to, secret, asked('list_agents'))).toBe('done');
    ok(await api.call('DELETE', path, { caller: owner.caller }));
    for (const to of urls) expect((await postMcp(to, { key: secret, body: asked('list_agents') })).status).toBe(401);
  });

  test('bodies that are too large, deep, many or no JSON are refused in little time', async () => {
    const { secret: key } = await makeKey(await signUp(api));
    const cases: [string, string, number][] = [
      ['a megabyte', asked('list_agents', { search: 'x'.repeat(1_000_000) }), 413],
      ['garbage', '{"jsonrpc":', 400],
      ['no object', '"tools/list"', 400],
      ['deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 400],
      ['deep within', asked('list_agents').replace('{}', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`), 400],
      ['many values', `[${'1,'.repeat(100_000)}1]`, 400],
      ['a text that cannot be stored', asked('list_agents', { search: '\u0000' }), 400],
    ];
    for (const [what, body, status] of cases) {
      const began = performance.now();
      const answer = await postMcp(url, { key, body });
      expect({ what, status: answer.status }).toEqual({ what, status });
      expect(await answer.text(), what).not.toMatch(/ at .*\.(ts|mjs):\d/);
      expect(performance.now() - began, what).toBeLessThan(2_000);
    }
    expect((await postMcp(url, { key, body: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });

  /** Says that a body comes, and sends none of it. */
  const holdBack = (headers: string) =>
    new Promise<{ status: string; ms: number }>((resolve, reject) => {
      const began = performance.now();
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `POST /api/na/mcp HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\n${headers}content-length: 900\r\n\r\n`,
        ),
      );
      socket.on('error', reject);
      socket.once('data', (data) => {
        resolve({ status: String(data).slice(9, 12), ms: performance.now() - began });
        socket.destroy();
      });
    });

  test('a body that does not come is not waited for; without a key, not at all', async () => {
    const { secret } = await makeKey(await signUp(api));
    const stranger = await holdBack('');
    expect(stranger.status).toBe('401');
    expect(stranger.ms).toBeLessThan(1_000);
    const known = await holdBack(`authorization: Bearer ${secret}\r\n`);
    expect(known.status).toBe('400');
    expect(known.ms).toBeGreaterThan(9_000);
    expect(known.ms).toBeLessThan(13_000);
  }, 30_000);

  // The last one: it uses up what this machine's network may guess.
  test('guesses are stopped by their network, and then cost the database nothing; a key that was good goes on', async () => {
    const { secret } = await makeKey(await signUp(api));
    expect(await call(url, secret, asked('list_agents'))).toBe('done');
    await untilFreshMinute(20);
    const guess = async (at: number) =>
      (await postMcp(url, { key: `ak_${String(at).padStart(40, 'x')}`, body: '{}' })).status;
    const answers: number[] = [];
    for (let at = 0; at < 200; at += 20)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, (_n, one) => guess(at + one)))));
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(120);
    expect(answers.at(-1)).toBe(429);
    expect(await call(url, secret, asked('list_agents'))).toBe('done');
  }, 180_000);
});
