import { expect, type Locator, type Page } from '@playwright/test';

const PRESSES_MAX = 80;

/** Presses Tab until the element has the focus, as a person would; fails where it never gets there. */
export const tabTo = (page: Page, target: Locator): Promise<void> => pressTo(page, target, 'Tab');

/** In a menu or a list the arrows move. */
export const arrowTo = (page: Page, target: Locator): Promise<void> => pressTo(page, target, 'ArrowDown');

async function pressTo(page: Page, target: Locator, key: string) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} was not reached with ${PRESSES_MAX} presses of ${key}.`);
}
