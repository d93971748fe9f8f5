import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld, signInClient } from './agency-world.ts';
import type { RunningServer } from './server.ts';

export interface WeatherWorld {
  server: RunningServer;
  world: AgencyWorld;
  email: string;
  place: (rest: string) => string;
  /** A page of the client, who is signed in. */
  open: () => Promise<Page>;
  /** A visitor who asked something and then for a person, as the widget does it. */
  visitorWaits: (text: string) => Promise<void>;
  /** Each change after the other, and the page that they were made on is gone. */
  walk: (page: Page, changes: readonly Change[]) => Promise<void>;
  dispose: () => Promise<void>;
}

/** A client who may do everything with one agent that knows a price. */
export async function makeWeatherWorld(browser: Browser, server: RunningServer, sub: string): Promise<WeatherWorld> {
  const world = await makeAgencyWorld(browser, server.origin, { sub, titles: ['Harbour Bikes'] });
  const { call } = world.owner;
  const agent = `/v2/agents/${world.agentIds[0]}`;
  await call('post', `${agent}/knowledge`, { kind: 'text', title: 'Prices', text: 'A bike costs 28 euros.' });
  await call('post', `${agent}/publish`, {});
  for (const name of ['Vera Lind', 'Kim Berg']) await call('post', `${agent}/leads`, { name });
  await world.changeOrg({ settings: { enableCannedResponses: true } });
  const canAccess = ['/convos', '/kb', '/nodes', '/settings', '/leads'];
  const { email } = await world.addClient({ email: `cleo-${sub}@example.com`, canAccess });
  const first = await (await browser.newContext()).newPage();
  await signInClient(first, world.clientUrl, email);
  const storageState = await first.context().storageState();
  await first.context().close();
  const place = (rest: string) => `${world.clientUrl}/app/na/agents/${world.agentIds[0]}/${rest}`;
  return {
    ...{ server, world, email, place },
    open: async () => (await browser.newContext({ reducedMotion: 'reduce', storageState })).newPage(),
    visitorWaits: (text) => visitorWaits(server, world, text),
    async walk(page, changes) {
      for (const change of changes) {
        if (change.at !== undefined) await page.goto(place(change.at));
        await weather(page, change);
      }
      await page.context().close();
    },
    dispose: () => world.context.close(),
  };
}

async function visitorWaits(server: RunningServer, world: AgencyWorld, text: string) {
  const { request } = world.context;
  const api = `${server.origin}/api/na/public`;
  const started = await request.post(`${api}/agents/${world.agentIds[0]}/conversations`, { data: {} });
  const { conversationId, visitorToken } = await started.json();
  const headers = { authorization: `Bearer ${visitorToken}` };
  const own = `${api}/conversations/${conversationId}`;
  const post = async (path: string, data: object) => (await request.post(`${own}${path}`, { headers, data })).json();
  await post('/messages', { id: crypto.randomUUID(), text });
  // The client has only just opened the dashboard, and is online in a moment.
  await expect.poll(async () => (await post('/handoff', {})).state).toBe('waiting');
}

/** One change that a person makes, and how they see whether it was made. */
export interface Change {
  /** Of the calls, without the API's beginning. */
  call: string;
  isRead?: boolean;
  /** Where the page is opened anew for it, behind `agents/{id}/`. */
  at?: string;
  act: (page: Page) => Promise<unknown>;
  failure: string;
  /** Where that is told, if not by an alert. */
  told?: (page: Page) => Locator;
  /** What must not be said before it is true. */
  success?: string;
  /** What was entered is there still. */
  kept?: (page: Page) => Promise<unknown>;
  /** Where there is another button to try again than the notice's. */
  retry?: (page: Page) => Promise<unknown>;
  done: (page: Page) => Promise<unknown>;
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** The next such call waits: `asked` tells that it has left the page, then it arrives or is lost on its way. */
export async function hold(page: Page, call: string, method = 'POST') {
  const asked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<'arrives' | 'is lost'>();
  let isTaken = false;
  await page.route(`**/api/na${call}`, async (route) => {
    if (isTaken || route.request().method() !== method) return route.fallback();
    isTaken = true;
    asked.resolve();
    return (await end.promise) === 'arrives' ? route.continue() : route.abort();
  });
  return { asked: asked.promise, arrive: () => end.resolve('arrives'), lose: () => end.resolve('is lost') };
}

/** The next call that changes something at an address with this part is done, and its answer lost on the way back. */
export const loseAnswer = (page: Page, part: string) =>
  page.evaluate((part) => {
    const real = window.fetch;
    window.fetch = async (...call) => {
      const answer = await real(...call);
      const [asked] = call;
      if (!(asked instanceof Request) || asked.method === 'GET' || !asked.url.includes(part)) return answer;
      window.fetch = real;
      await answer.text();
      throw new TypeError('The answer is lost.');
    };
  }, part);

/** First the server fails, then nothing arrives at all, then all is well. */
export async function weather(page: Page, { call, isRead, act, failure, success, kept, retry, done, ...rest }: Change) {
  const told = (rest.told?.(page) ?? page.getByRole('alert')).filter({ hasText: failure });
  let sky: 'broken' | 'dead' | 'clear' = 'broken';
  let refused = 0;
  const body = { code: 'internal', message: 'Something went wrong. Please try again.', requestId: 'req-1', issues: [] };
  await page.route(`**/api/na${call}`, (route) => {
    if (sky === 'clear' || (route.request().method() === 'GET') !== (isRead ?? false)) return route.fallback();
    refused += 1;
    return sky === 'broken' ? route.fulfill({ status: 500, json: body }) : route.abort();
  });
  // Notices stay while the pointer is over them.
  await page.mouse.move(0, 0);
  await act(page);
  for (const asked of [1, 2]) {
    await expect.poll(() => refused, `${failure} ${asked}`).toBe(asked);
    // The notice of the time before may be on its way out still.
    const reason = told.filter({ hasText: sky === 'broken' ? 'Something went wrong.' : 'cannot be reached' });
    await expect(reason).toBeVisible();
    if (success) await expect(page.getByRole('status').filter({ hasText: success })).toHaveCount(0);
    await kept?.(page);
    sky = sky === 'broken' ? 'dead' : 'clear';
    if (retry) await retry(page);
    else await reason.getByRole('button', { name: 'Retry' }).click();
  }
  if (success) await expect(page.getByRole('status').filter({ hasText: success }).first()).toBeVisible();
  await done(page);
  await expect(told).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });
}
