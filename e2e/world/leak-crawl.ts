import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { ReceivedMail } from '../../server/test/harness/smtp-inbox.ts';
import { settle } from './dashboard-visits.ts';

/** Every page that a client can be given, by its name in the address. */
export const CLIENT_PAGES = [
  'home',
  'convos',
  'leads',
  'analytics',
  'metrics',
  'kb',
  'channels',
  'nodes',
  'voice',
  'campaigns',
  'settings',
];

export type Heard = () => Promise<{ url: string; text: string }[]>;

/** Every answer of the agency's host that this browser is given: body, address and headers. */
export function listen(context: BrowserContext, clientUrl: string): Heard {
  const answers: Promise<{ url: string; text: string }>[] = [];
  context.on('response', (response) => {
    const url = response.url();
    if (!url.startsWith(clientUrl)) return;
    // What is streamed for as long as the page is open has no end to wait for.
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream') === true;
    const body = isStream ? Promise.resolve(Buffer.from('')) : response.body().catch(() => Buffer.from(''));
    // A context that closes takes what it still receives with it.
    const headers = response.allHeaders().catch(() => ({}));
    answers.push(
      Promise.all([body, headers]).then(([bytes, all]) => ({
        url,
        text: `${bytes.toString('latin1')} ${JSON.stringify(all)}`,
      })),
    );
  });
  return async () => (await Promise.all(answers)).map(({ url, text }) => ({ url: url.replace(clientUrl, ''), text }));
}

type Crawled = { clientUrl: string; paths: readonly string[]; trace: RegExp };

/** The addresses among the answers, and the screens, where a trace stands. */
export async function crawl(page: Page, { clientUrl, paths, trace }: Crawled, heard: Heard) {
  const found = new Set<string>();
  for (const path of paths) {
    await page.goto(`${clientUrl}/app/na/${path}`);
    await settle(page);
    if (trace.test(`${await page.title()} ${await page.content()}`)) found.add(`screen ${path}`);
  }
  for (const name of ['Feedback', /^Notifications/, /^Workspace:/, /^Account/]) {
    const button = page.getByRole('button', { name, exact: typeof name === 'string' });
    if ((await button.count()) === 0) continue;
    await button.first().click();
    const opened = page.getByRole('dialog').or(page.getByRole('menu'));
    await expect(opened.first()).toBeVisible();
    if (trace.test(await page.content())) found.add(`screen behind ${name}`);
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
  }
  const answers = await heard();
  for (const { url, text } of answers) if (trace.test(url) || trace.test(text)) found.add(`answer ${url}`);
  return { found: [...found], answers };
}

/** Of those to clients and to the agency's own support: the owner knows whose platform it is. */
export const mailsWithTrace = (mails: readonly ReceivedMail[], trace: RegExp, owner: string) =>
  mails
    .filter(({ recipients }) => !recipients.includes(owner))
    .filter(({ headerLines, text, html, subject }) =>
      [JSON.stringify(headerLines), text, html, subject].some((part) => trace.test(String(part))),
    )
    .map(({ subject, recipients }) => `${subject} to ${recipients}`);
