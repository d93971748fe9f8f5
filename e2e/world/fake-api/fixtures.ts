import { test as base, type FrameLocator, type Page } from '@playwright/test';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { type HostSite, pageWith, startHostSite } from './host-page.ts';

interface Fixtures {
  api: FakeApi;
  site: HostSite;
  chat: FrameLocator;
  /** Visits a page that carries the widget. */
  visit(options?: Parameters<typeof pageWith>[1] & { headers?: Record<string, string> }): Promise<void>;
  launcher: ReturnType<Page['getByRole']>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner wants a pattern here
  api: async ({}, use) => {
    const api = await startFakeApi();
    await use(api);
    await api.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: the test runner wants a pattern here
  site: async ({}, use) => {
    const site = await startHostSite();
    await use(site);
    await site.close();
  },
  chat: ({ page }, use) => use(page.frameLocator('iframe[title="Chat"]')),
  launcher: ({ page }, use) => use(page.getByRole('button', { name: /^Chat/ })),
  visit: ({ page, api, site }, use) =>
    use(async ({ headers, ...options } = {}) => {
      site.page = { html: pageWith(api.origin, options), headers };
      await page.goto(site.origin);
    }),
});
export { expect } from '@playwright/test';
