import { expect, test } from 'vitest';
import { createAgent, publish, signUp, startChat } from '../factories/api-factory.ts';
import { type Answer, startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

/** Each call comes from a network of its own, so that limits by address are out of the way. */
let network = 0;
function from(): Record<string, string> {
  network += 1;
  return { 'x-forwarded-for': `198.51.${network % 250}.7` };
}

/** Two windows meet at a full minute, and each allows its own: what began in one and ended in the next is asked again. */
async function withinOneMinute<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const minute = () => Math.floor(Date.now() / 60_000);
    const begun = minute();
    const asked = await ask();
    if (minute() === begun) return asked;
  }
}

const byStatus = (answers: readonly { status: number }[]) => {
  const counted: Record<number, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};
const expectRefusal = ({ body, headers }: Pick<Answer, 'body' | 'headers'>) => {
  expect(body).toMatchObject({ code: 'rate_limited', message: expect.stringMatching(/^Too many/) });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
};

test.each(await openJourneyDatabases())('what one tenant may ask is bounded, on $name', async ({ database }) => {
  const api = await startTestApi(database, { REGIONS: 'na', TRUSTED_PROXIES: '1', RATE_LIMIT_FACTOR: '0.05' });
  const free = await startTestApi(database, { REGIONS: 'na' });
  const [greedy, quiet] = [await signUp(free), await signUp(free)];
  const get = (owner: typeof greedy, path: string, caller = owner.key) =>
    api.call('GET', `/v2/workspaces/${owner.uid}${path}`, { caller, headers: from() });
  const many = (times: number, ask: () => Promise<Answer>) => Promise.all(Array.from({ length: times }, ask));

  // A key: a twentieth of 1,800 a minute, in whole shares of twenty.
  const asked = await withinOneMinute(() => many(100, () => get(greedy, '/agents')));
  expect(byStatus(asked)).toEqual({ 200: 80, 429: 20 });
  expectRefusal(asked.find(({ status }) => status === 429)!);
  // A person of the same workspace has a limit of their own, and so has every other workspace.
  expect((await get(greedy, '/agents', greedy.caller)).status).toBe(200);
  expect((await get(quiet, '/agents')).status).toBe(200);

  // Searches: one at a time, and no more than a share of twenty.
  const searches = await withinOneMinute(() => many(30, () => get(quiet, '/conversations?search=nowhere')));
  expect(byStatus(searches)[200]).toBeGreaterThanOrEqual(1);
  expect(byStatus(searches)[429]).toBeGreaterThanOrEqual(10);
  expectRefusal(searches.find(({ status }) => status === 429)!);
  await api.stop();
  await free.stop();
});

test.each(await openJourneyDatabases())('open streams are bounded, on $name', async ({ database }) => {
  const api = await startTestApi(database, { REGIONS: 'na', TRUSTED_PROXIES: '1', RATE_LIMIT_FACTOR: '0.25' });
  const free = await startTestApi(database, { REGIONS: 'na' });
  const owner = await signUp(free);
  const agentId = await createAgent(free, owner);
  await publish(free, owner, agentId);
  const chat = await startChat(free, agentId);
  const open = async (path: string, headers: Record<string, string>, network = from()) => {
    const leaving = new AbortController();
    const response = await fetch(`${api.origin}/api/na${path}`, {
      headers: { ...headers, ...network },
      signal: leaving.signal,
    });
    const body = response.status === 200 ? null : await response.json();
    return { status: response.status, headers: response.headers, body, leave: () => leaving.abort() };
  };
  const signals = () => open(`/v2/workspaces/${owner.uid}/events`, { authorization: `Bearer ${owner.key.bearer}` });
  const events = (network?: Record<string, string>) =>
    open(
      `/public/conversations/${chat.conversationId}/events`,
      { authorization: `Bearer ${chat.visitor.bearer}` },
      network,
    );

  const opened = [];
  for (let n = 0; n < 8; n += 1) opened.push(await signals());
  expect(byStatus(opened)).toEqual({ 200: 6, 429: 2 });
  expectRefusal(opened.at(-1)!);
  // A visitor's are counted apart.
  const visits = [];
  for (let n = 0; n < 4; n += 1) visits.push(await events());
  expect(byStatus(visits)).toEqual({ 200: 3, 429: 1 });
  expect(visits.at(-1)!.headers.get('access-control-allow-origin')).toBe('*');
  // Whoever leaves makes room.
  opened[0]!.leave();
  visits[0]!.leave();
  await expect.poll(async () => (await signals()).status).toBe(200);
  await expect.poll(async () => (await events()).status).toBe(200);
  for (const { leave } of [...opened, ...visits]) leave();
  await api.stop();
  await free.stop();
});
