import { expect } from '@playwright/test';
import { addressFor, test } from '../world/journey.ts';
import { createEmptyAgent, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// An owner says when people answer; a visitor on another continent asks for one outside of these hours, while the owner is there.

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const BERLIN = 'Europe/Berlin';
/** Nine in the morning in Berlin, on the third day from now. */
function nextOpening() {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone: BERLIN }).format(Date.now() + 3 * 86_400_000);
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: BERLIN, hour: '2-digit' }).format(new Date(`${date}T09:00Z`)),
  );
  return { date, moment: new Date(Date.parse(`${date}T09:00Z`) - (hour - 9) * 3_600_000) };
}
const inZone = (moment: Date, lang: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(lang, { timeZone, ...options }).format(moment);

test('hours are made beside the agent, and a visitor reads by their own clock when people are back', async ({
  browser,
}) => {
  const context = await browser.newContext({ timezoneId: BERLIN, locale: 'en-US' });
  const page = await context.newPage();
  const owner = await signUpOwner(page.request, server.origin, addressFor('hours'));
  const agentId = await createEmptyAgent(owner, 'Harbour Bikes');
  const { date, moment } = nextOpening();

  await page.goto(`${server.origin}/app/na/agents/${agentId}/settings`);
  await expect(page.getByRole('combobox', { name: 'When people answer' })).toHaveValue('At any hour');
  await page.getByRole('button', { name: 'New schedule' }).click();
  const drawer = page.getByRole('dialog', { name: 'New schedule' });
  await drawer.getByRole('button', { name: 'Monday: add hours' }).click();
  await drawer.getByLabel('Monday: from').nth(1).fill('16:00');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Please give the schedule a name.')).toBeVisible();
  await expect(
    drawer
      .getByRole('alert')
      .filter({ hasText: 'Opening and closing time' })
      .or(drawer.getByText('These hours overlap with others.')),
  ).toBeVisible();
  await drawer.getByLabel('Name').fill('Office hours');

  await drawer.getByRole('combobox', { name: 'Monday: open or closed' }).click();
  await page.getByRole('option', { name: 'Closed' }).click();
  await drawer.getByRole('button', { name: 'Copy Monday to weekdays' }).click();
  await expect(drawer.getByText('Closed now, with no opening in sight.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Add a date' }).click();
  await drawer.getByLabel('Date', { exact: true }).fill(date);
  await drawer.getByRole('combobox', { name: /\d: open or closed/ }).click();
  await page.getByRole('option', { name: 'Open', exact: true }).click();
  const weekday = inZone(moment, 'en', BERLIN, { weekday: 'long' });
  const preview = new RegExp(`Closed now, opens ${weekday} at 9:00\\sAM in Berlin\\.`);
  await expect(drawer.getByText(preview)).toBeVisible();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'When people answer' })).toHaveValue('Office hours');
  await expect(page.getByText(preview)).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeDisabled();

  const NEW_YORK = 'America/New_York';
  const visitor = await (await browser.newContext({ timezoneId: NEW_YORK, locale: 'de-DE' })).newPage();
  await visitor.goto(`${server.origin}/c/na/${agentId}`);
  const chat = visitor.frameLocator('iframe');
  await chat.getByRole('button', { name: 'Mit einem Menschen sprechen' }).click();
  const day = inZone(moment, 'de', NEW_YORK, { weekday: 'long', day: 'numeric', month: 'long' });
  await expect(chat.getByText(new RegExp(`Wir sind am ${day} um 0?\\d+:00 Uhr wieder da\\.`))).toBeVisible();
  await expect(chat.getByRole('textbox', { name: 'E-Mail' })).toBeFocused();
  await expect(chat.getByText('Im Moment ist niemand da.')).toBeVisible();

  // In use it is not deleted, and who uses it is said.
  await page.getByRole('button', { name: 'Edit schedule' }).click();
  await page.getByRole('dialog', { name: 'Edit schedule' }).getByRole('button', { name: 'Delete' }).click();
  const refusal = page.getByRole('dialog', { name: 'Delete "Office hours"?' });
  await expect(refusal.getByRole('link', { name: 'Harbour Bikes' })).toBeVisible();
  await visitor.context().close();
  await context.close();
});
