import { expect, type Page } from '@playwright/test';
import { test } from '../world/journey.ts';
import { type Change, makeWeatherWorld, press, type WeatherWorld } from '../world/weather.ts';

// The switch of push messages, for a client and an owner: on or off only where this is so, here and on the server.

let sky: WeatherWorld;
test.beforeAll(async ({ browser, shared }) => {
  sky = await makeWeatherWorld(browser, shared, 'push-switch');
});
test.afterAll(() => sky?.dispose());
test.use({ actionTimeout: 15_000 });

type Asked = { permission: NotificationPermission; hasService?: boolean };

/** What a person and a push service would answer: the headless browser asks nobody and has no service. */
const answer = (page: Page, { permission, hasService = true }: Asked) =>
  page.addInitScript(
    ({ permission, hasService }) => {
      const kept = 'push-endpoint';
      const makeSubscription = (endpoint: string) => ({
        endpoint,
        toJSON: () => ({
          endpoint,
          keys: { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA', auth: 'tBHItJI5svbpez7KI4CCXg' },
        }),
        unsubscribe: async () => {
          localStorage.removeItem(kept);
          return true;
        },
      });
      let now: NotificationPermission = 'default';
      Object.defineProperty(Notification, 'permission', { get: () => now });
      Object.assign(window, { timesAsked: 0 });
      const requestPermission = async () => {
        Object.assign(window, { timesAsked: Reflect.get(window, 'timesAsked') + 1 });
        now = permission;
        return now;
      };
      Object.assign(Notification, { requestPermission });
      Object.assign(PushManager.prototype, {
        getSubscription: async () => {
          const endpoint = localStorage.getItem(kept);
          return endpoint === null ? null : makeSubscription(endpoint);
        },
        subscribe: async () => {
          if (!hasService) throw new DOMException('Registration failed - push service not available', 'AbortError');
          const endpoint = `https://push.example.com/${crypto.randomUUID()}`;
          localStorage.setItem(kept, endpoint);
          return makeSubscription(endpoint);
        },
      });
    },
    { permission, hasService },
  );

const push = (page: Page) => page.getByRole('switch', { name: 'Push messages in this browser' });
const switchPush = (page: Page) => push(page).press(' ');
const settings = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await press(page, 'Notification settings');
};
const failure = 'The push messages could not be switched.';
const changes: Change[] = [
  {
    call: '/v2/workspaces/*/notifications/push',
    act: async (page) => {
      await settings(page);
      await switchPush(page);
    },
    failure,
    kept: (page) => expect(push(page)).not.toBeChecked(),
    done: (page) => expect(push(page)).toBeChecked(),
  },
  {
    call: '/v2/workspaces/*/notifications/push/remove',
    act: async (page) => {
      await page.reload();
      await settings(page);
      await switchPush(page);
    },
    failure,
    kept: (page) => expect(push(page)).toBeChecked(),
    done: async (page) => {
      await expect(push(page)).not.toBeChecked();
      await page.reload();
      await settings(page);
      await expect(push(page)).not.toBeChecked();
    },
  },
];

test('of a client', async () => {
  const page = await sky.open();
  await answer(page, { permission: 'granted' });
  await page.goto(sky.place('settings'));
  await sky.walk(page, changes);
});

test('of an owner', async ({ browser }) => {
  const storageState = await sky.world.context.storageState();
  const page = await (await browser.newContext({ reducedMotion: 'reduce', storageState })).newPage();
  await answer(page, { permission: 'granted' });
  await page.goto(`${sky.server.origin}/app/na/agents`);
  await sky.walk(page, changes);
});

test('stays off where the person refuses, can be tried again where they only looked away or the push service fails', async () => {
  const open = async (asked: Asked) => {
    const page = await sky.open();
    await answer(page, asked);
    const told: string[] = [];
    page.on('request', (request) => {
      if (/\/notifications\/push/.test(request.url())) told.push(request.url());
    });
    await page.goto(sky.place('settings'));
    await settings(page);
    await switchPush(page);
    return { page, told };
  };
  const refused = await open({ permission: 'denied' });
  await expect(refused.page.getByText('This browser does not allow them.')).toBeVisible();
  await expect(push(refused.page)).toBeDisabled();

  const dismissed = await open({ permission: 'default' });
  const timesAsked = () => dismissed.page.evaluate(() => Reflect.get(window, 'timesAsked'));
  await expect.poll(timesAsked).toBe(1);
  await expect(push(dismissed.page)).toBeEnabled();
  await switchPush(dismissed.page);
  await expect.poll(timesAsked).toBe(2);
  await expect(dismissed.page.getByText('This browser does not allow them.')).toHaveCount(0);

  const unserved = await open({ permission: 'granted', hasService: false });
  await expect(unserved.page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
  await expect(push(unserved.page)).toBeEnabled();
  for (const { page, told } of [refused, dismissed, unserved]) {
    await expect(push(page)).not.toBeChecked();
    expect(told).toEqual([]);
    await page.context().close();
  }
});
