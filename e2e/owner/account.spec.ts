import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// A person moves to another address, takes everything along and ends the account.

let server: RunningServer;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;

test.beforeAll(async () => {
  inbox = await startSmtpInbox();
  server = await startServer({
    environment: { SMTP_URL: inbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>' },
  });
});

test.afterAll(async () => {
  await server?.dispose();
  await inbox?.close();
});

const subjectsTo = (to: string) =>
  inbox.mails.filter(({ recipients }) => recipients.includes(to)).map(({ subject }) => subject ?? '');

async function codeTo(to: string, nth: number): Promise<string> {
  const find = () => subjectsTo(to).filter((subject) => subject.includes('confirms your new address'));
  await expect.poll(() => find().length, { timeout: 40_000 }).toBe(nth);
  return /\d{6}/.exec(find().at(-1)!)![0];
}

test('a person changes the address to sign in with, after a typing error', async ({ page }) => {
  const [before, typo, after] = ['ann.old@example.com', 'ann.nwe@example.com', 'ann.new@example.com'];
  const password = 'correct-horse-battery';
  await signUpOwner(page.request, server.origin, before);
  await page.goto(`${server.origin}/app/na/account`);
  const section = page.locator('[data-section="Email address"]');
  const ask = async (email: string, current: string) => {
    await section.getByLabel('New email').fill(email);
    await section.getByLabel('Current password').fill(current);
    await section.getByRole('button', { name: 'Send code' }).click();
  };
  await section.getByRole('button', { name: 'Change email' }).click();
  await ask(typo, 'not-the-password');
  await expect(section.getByText('The current password is not correct.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await ask(typo, password);
  await expect(section.getByText(`We sent a mail to ${typo}.`)).toBeVisible();
  await page.reload();
  await expect(section.getByText(`We sent a mail to ${typo}.`)).toBeVisible();
  await section.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Your email stays as it is.')).toBeVisible();
  await expect(section.getByLabel('Email', { exact: true })).toHaveValue(before);

  await section.getByRole('button', { name: 'Change email' }).click();
  await ask(after, password);
  const first = await codeTo(after, 1);
  await section.getByRole('button', { name: 'Send again' }).click();
  const code = await codeTo(after, 2);
  await section.getByLabel('Code from the mail').fill(first === code ? '000000' : first);
  await section.getByRole('button', { name: 'Confirm email' }).click();
  await expect(section.getByText('This code is wrong or does not work any more.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await section.getByLabel('Code from the mail').fill(code);
  await section.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByText('Email changed.')).toBeVisible();
  await expect(section.getByLabel('Email', { exact: true })).toHaveValue(after);
  await expect(section.getByText('Confirmed')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Change email' })).toBeVisible();
  await expect.poll(() => subjectsTo(before).at(-1)).toBe('Your email address for Antiphon was changed');

  await page.context().clearCookies();
  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Email').fill(after);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Signed in successfully.')).toBeVisible();
});

test('a person exports what is theirs, then deletes the account', async ({ page }) => {
  const email = 'leaving@example.com';
  await signUpOwner(page.request, server.origin, email);
  await page.goto(`${server.origin}/app/na/account`);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export your data' }).click();
  const path = await (await downloading).path();
  const { person, memberships } = JSON.parse(readFileSync(path, 'utf8'));
  expect(person.email).toBe(email);
  expect(memberships).toMatchObject([{ workspaceUid: person.uid, isOwner: true }]);
  await expect(page.getByText('The export is in your downloads.')).toBeVisible();

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText('THIS ACTION CANNOT BE UNDONE.')).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await dialog.getByLabel(`Type ${email} to confirm`).fill('somebody.else@example.com');
  await expect(confirm).toBeDisabled();
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
  await confirm.click();
  await expect(page.getByText('Your account was deleted.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.goto(`${server.origin}/app/na/agents`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
});
