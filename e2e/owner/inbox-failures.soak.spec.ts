import { expect, type Page } from '@playwright/test';
import { test } from '../world/journey.ts';
import { type Change, field, makeWeatherWorld, press, type WeatherWorld } from '../world/weather.ts';

// Every change that a client can make for visitors, on the day when the server fails and then the line is dead: each is told as
// not done, keeps what was entered, and is done once both are back.

let sky: WeatherWorld;
test.beforeAll(async ({ browser, shared }) => {
  sky = await makeWeatherWorld(browser, shared, 'inbox');
});
test.afterAll(() => sky?.dispose());

test('the inbox', async () => {
  const page = await sky.open();
  await page.goto(sky.place('convos?view=inbox'));
  await sky.visitorWaits('What does a bike cost?');
  // Nobody opens this one: it is told of in the notifications.
  await sky.visitorWaits('Do you have helmets?');
  await page.getByRole('list', { name: 'Conversations for people' }).getByRole('button').first().click();

  const reply = (page: Page) => page.getByRole('textbox', { name: 'Your reply' });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Canned responses' });
  const changes: Change[] = [
    {
      call: '/v2/workspaces/*/inbox/*/claim',
      act: (page) => press(page, 'Take over'),
      failure: 'The conversation could not be taken over.',
      done: (page) => expect(reply(page)).toBeVisible(),
    },
    {
      call: '/v2/workspaces/*/inbox/*/messages',
      act: async (page) => {
        await reply(page).fill('Good day.');
        await reply(page).press('Enter');
      },
      failure: 'The message could not be sent.',
      kept: (page) => expect(reply(page)).toHaveValue('Good day.'),
      done: async (page) => {
        await expect(reply(page)).toHaveValue('');
        await expect(page.getByRole('log').getByText('Good day.', { exact: true })).toHaveCount(1);
      },
    },
    {
      call: '/v2/workspaces/*/inbox/*/tags',
      act: async (page) => {
        await page.getByRole('combobox', { name: 'Tags' }).fill('refund');
        await page.keyboard.press('Enter');
      },
      failure: 'The tags could not be saved.',
      done: (page) => expect(page.getByText('refund', { exact: true }).first()).toBeVisible(),
    },
    {
      call: '/v2/workspaces/*/canned-responses',
      act: async (page) => {
        await press(page, 'Canned responses');
        await dialog(page).getByLabel('Shortcut').fill('hello');
        await dialog(page).getByLabel('Text').fill('Good day, this is Harbour Bikes.');
        await press(page, 'Save response');
      },
      failure: 'The canned response could not be saved.',
      success: 'Canned response saved.',
      kept: async (page) => {
        await expect(dialog(page).getByLabel('Shortcut')).toHaveValue('hello');
        await expect(dialog(page).getByLabel('Text')).toHaveValue('Good day, this is Harbour Bikes.');
      },
      done: (page) => expect(dialog(page).getByText('/hello')).toBeVisible(),
    },
    {
      call: '/v2/workspaces/*/canned-responses/*',
      act: (page) => press(page, 'Delete hello'),
      failure: 'The canned response could not be deleted.',
      success: 'Canned response deleted.',
      kept: (page) => expect(dialog(page).getByText('/hello')).toBeVisible(),
      done: async (page) => {
        await expect(dialog(page).getByText('/hello')).toHaveCount(0);
        await page.keyboard.press('Escape');
        await expect(dialog(page)).toHaveCount(0);
      },
    },
    {
      call: '/v2/workspaces/*/inbox/*/notes',
      act: async (page) => {
        await page.getByRole('tab', { name: 'Notes' }).click();
        await field(page, 'New note').fill('A regular customer.');
        await press(page, 'Add note');
      },
      failure: 'The note could not be added.',
      success: 'Note added.',
      kept: (page) => expect(field(page, 'New note')).toHaveValue('A regular customer.'),
      done: async (page) => {
        await expect(page.getByText('A regular customer.', { exact: true })).toHaveCount(1);
        await expect(field(page, 'New note')).toHaveValue('');
      },
    },
    {
      call: '/v2/workspaces/*/inbox/*/give-back',
      act: (page) => press(page, 'Return to agent'),
      failure: 'The conversation could not be returned to the agent.',
      success: 'The agent answers again.',
      done: (page) => expect(page.getByRole('button', { name: 'Take over' })).toBeVisible(),
    },
    {
      call: '/v2/workspaces/*/inbox/*/snooze',
      act: async (page) => {
        await page.getByRole('button', { name: 'Snooze', exact: true }).press('Enter');
        await page.getByRole('menuitem', { name: 'In one hour' }).press('Enter');
      },
      failure: 'The conversation could not be snoozed.',
      done: (page) => expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible(),
    },
    {
      call: '/v2/workspaces/*/inbox/*/reopen',
      act: (page) => press(page, 'Reopen'),
      failure: 'The conversation could not be reopened.',
      success: 'Conversation reopened.',
      done: (page) => expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible(),
    },
    {
      call: '/v2/workspaces/*/inbox/*/close',
      act: (page) => page.getByRole('button', { name: 'Close', exact: true }).press('Enter'),
      failure: 'The conversation could not be closed.',
      done: (page) => expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible(),
    },
    {
      call: '/v2/workspaces/*/notifications/*/read',
      act: async (page) => {
        await page.getByRole('button', { name: /^Notifications/ }).click();
        await page
          .getByRole('button', { name: /^Mark as read: A visitor asks/ })
          .first()
          .click();
      },
      failure: 'Failed to mark as read.',
      kept: (page) => expect(page.getByRole('button', { name: /^Mark as read: A visitor asks/ })).toHaveCount(1),
      done: (page) => expect(page.getByRole('button', { name: /^Mark as read: A visitor asks/ })).toHaveCount(0),
    },
    {
      call: '/v2/workspaces/*/notifications/settings',
      act: async (page) => {
        await press(page, 'Notification settings');
        await field(page, 'Nothing').click();
      },
      failure: 'Failed to save the notification settings.',
      success: 'Notification settings saved.',
      done: (page) => expect(field(page, 'Nothing')).toBeChecked(),
    },
  ];
  await sky.walk(page, changes);
});

test('the list of conversations', async () => {
  let downloading: Promise<unknown> = Promise.resolve();
  const page = await sky.open();
  await page.goto(sky.place('convos?view=all'));
  await sky.visitorWaits('What do helmets cost?');

  const drawer = (page: Page) => page.getByRole('dialog', { name: 'Conversation' });
  const exporting = (page: Page) => page.getByRole('dialog', { name: 'Export conversations' });
  const changes: Change[] = [
    {
      at: 'convos?view=all',
      call: '/v2/workspaces/*/conversations/export?*',
      isRead: true,
      act: async (page) => {
        await press(page, 'Export');
        await exporting(page)
          .getByRole('radio', { name: /JSON lines/ })
          .check();
        await exporting(page).getByRole('button', { name: 'Export' }).click();
      },
      failure: 'The export broke off.',
      success: 'Conversations exported.',
      kept: (page) => expect(exporting(page).getByRole('radio', { name: /JSON lines/ })).toBeChecked(),
      retry: (page) => exporting(page).getByRole('button', { name: 'Retry' }).click(),
      done: (page) => expect(exporting(page)).toHaveCount(0),
    },
    {
      at: 'convos?view=all',
      call: '/v2/conversations/*/export?*',
      isRead: true,
      act: async (page) => {
        // It may have begun before anybody looks for it.
        downloading = page.waitForEvent('download', { timeout: 60_000 });
        await page.getByRole('link', { name: /What do helmets cost/ }).click();
        await drawer(page).getByRole('button', { name: 'Export' }).click();
        await page.getByRole('menuitem', { name: 'Text to read' }).click();
      },
      failure: 'Failed to export the conversation.',
      done: () => downloading,
    },
    {
      call: '/v2/workspaces/*/inbox/*/claim',
      act: (page) => drawer(page).getByRole('button', { name: 'Take over' }).click(),
      failure: 'The conversation could not be taken over.',
      done: (page) => expect(page).toHaveURL(/view=inbox/),
    },
  ];
  await sky.walk(page, changes);
});

/** Those of `controls` that a notice lies upon, by their names. */
const coveredOf = (page: Page, controls: string) =>
  page.evaluate((selector) => {
    const boxes = [...document.querySelectorAll('.mantine-Notification-root')].map((one) =>
      one.getBoundingClientRect(),
    );
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top);
    return [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((one) => one.closest('.mantine-Notification-root') === null && one.checkVisibility())
      .filter((one) => isUnder(one.getBoundingClientRect()))
      .map((one) => one.getAttribute('aria-label') ?? one.textContent);
  }, controls);

test('notices lie on no control: beside a composer, a save bar and a drawer, on wide and narrow windows, both ways', async () => {
  const page = await sky.open();
  await page.goto(sky.place('convos?view=inbox'));
  await sky.visitorWaits('Do you rent trailers?');
  const list = page.getByRole('list', { name: 'Conversations for people' }).getByRole('button');
  await list.filter({ hasText: 'Waiting' }).first().click();
  await press(page, 'Take over');
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeVisible();
  const inbox = page.url();
  await page.route('**/api/na/v2/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  const notices = page.locator('.mantine-Notification-root');
  const look = async (what: string, controls: string) => {
    await expect(notices.first()).toBeVisible();
    await expect.poll(() => coveredOf(page, controls), what).toEqual([]);
    await expect(notices.last()).toBeInViewport({ ratio: 1 });
    if (process.env.PICTURES_DIR) await page.screenshot({ path: `${process.env.PICTURES_DIR}/notices-${what}.png` });
  };
  for (const language of ['en', 'ar'])
    for (const width of process.env.SOAK ? [1280, 360] : [language === 'en' ? 1280 : 360]) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 800 });
      await page.evaluate((code) => localStorage.setItem('language', code), language);
      await page.goto(inbox);
      await page.locator('[data-composer] textarea').fill('Good day.');
      await page.locator('[data-composer] textarea').press('Enter');
      await look(`inbox-${language}-${width}`, 'button, input, textarea, [role=tab], nav a');
      await page.goto(sky.place('nodes'));
      await page.getByRole('textbox').first().fill('Welcome.');
      await page.locator('[data-save-bar] button').last().click();
      // Fields scroll from under a notice, a bar does not.
      await look(`prompt-${language}-${width}`, '[data-save-bar] button');
      await page.goto(sky.place('leads?tool=new'));
      await page.locator('.mantine-Drawer-content input').first().fill('Noor');
      await page.locator('.mantine-Drawer-content [type=submit]').click();
      await look(`lead-${language}-${width}`, '.mantine-Drawer-content :is(button, input, textarea)');
    }
  await page.context().close();
});

test('a notice that waited until notices were loaded lies on no bar', async () => {
  const page = await sky.open();
  await page.setViewportSize({ width: 360, height: 740 });
  const { promise: wait, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/assets/notices-*.js', async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto(sky.place('nodes'));
  await page.route('**/api/na/v2/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await page.getByRole('textbox').first().fill('Welcome.');
  const refused = page.waitForEvent('requestfailed');
  await page.locator('[data-save-bar] button').last().click();
  await refused;
  go();
  await expect(page.locator('.mantine-Notification-root').first()).toBeVisible();
  await expect.poll(() => coveredOf(page, '[data-save-bar] button')).toEqual([]);
  await page.context().close();
});
