import { type Browser, expect } from '@playwright/test';
import type { BicycleShop } from './bicycle-shop.ts';

/** A visitor on a page of the shop that carries the widget, with the chat open and the greeting shown. */
export async function openChat(browser: Browser, shop: BicycleShop, script: string) {
  shop.addPage('/shop', script);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${shop.origin}/shop`);
  await visitor.getByRole('button', { name: /^Chat/ }).click();
  const chat = visitor.frameLocator('iframe[title="Chat"]');
  const answers = chat.locator('.chat-message-agent[data-state=complete]');
  await expect(answers).toHaveCount(1);
  const composer = chat.getByRole('textbox', { name: 'Write a message…' });
  const send = async (text: string) => {
    await composer.fill(text);
    await composer.press('Enter');
  };
  return {
    visitor,
    chat,
    send,
    /** Sends and waits for the finished answer. */
    async ask(text: string) {
      const before = await answers.count();
      await send(text);
      await expect(answers).toHaveCount(before + 1, { timeout: 40_000 });
      return answers.last();
    },
  };
}
