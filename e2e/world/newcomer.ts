import { expect, type Page } from '@playwright/test';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** An account by the form, and the workspace that it opens. */
export async function signUpByHand(page: Page, origin: string, email: string) {
  await page.goto(`${origin}/signup`);
  await page.getByLabel('Name').fill('Ann Example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery');
  await button(page, 'Create account').click();
  await button(page, 'Open workspace').click();
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeVisible();
}

/** An agent from a site whose address is mistyped the first time. It is not published. */
export async function buildAgentByHand(page: Page, site: string): Promise<string> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Agent' }).click();
  await page.getByRole('radio', { name: 'Website' }).check({ force: true });
  await page.getByLabel('Website address').fill(`${site}/mistyped`);
  await button(page, 'Create agent').click();
  // The site that could not be read is replaced where that is said: no empty agent is left behind.
  await expect(page.getByText('Nothing could be read.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('This page does not exist')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open agent' })).toHaveAttribute('href', /\/kb$/);
  await page.getByRole('textbox', { name: 'Another address' }).fill(`${site}/`);
  await button(page, 'Read this address').click();
  await expect(page.getByText('Everything is read.')).toBeVisible({ timeout: 60_000 });
  await expect(
    page.getByRole('region', { name: 'Ask your agent' }).frameLocator('iframe').getByRole('textbox'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Open agent' }).click();
  await expect(page).toHaveURL(/agents\/\w+\//);
  return /agents\/(\w+)/.exec(page.url())?.[1] ?? '';
}

/** What stands in the agent's dialog, to be put on a page. */
export async function copyScript(page: Page): Promise<string> {
  await button(page, 'Widget Script').first().click();
  const script = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
  await page.keyboard.press('Escape');
  return script;
}
