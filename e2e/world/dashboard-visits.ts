import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { owner, type World } from './furnished-world.ts';

/** Where each route of the dashboard's own table is looked at: with its drawers, as far as the address opens them. */
export const visits: Record<string, string[]> = {
  '/login': ['/login', '/login?error=sign_in_failed'],
  '/signup': ['/signup'],
  '/forgot-password': ['/forgot-password'],
  '/reset-password': ['/reset-password', '/reset-password?token=none'],
  '/magic-link': ['/magic-link', '/magic-link?token=none'],
  '/verify-email': ['/verify-email', '/verify-email?token=none'],
  '/no-auth/workspaces/$uid/invite': ['/no-auth/workspaces/none/invite?secret=none&email=bob@example.com'],
  '/onboarding': ['/onboarding'],
  '/app/$region/outbox': ['/app/na/outbox'],
  '/app/$region/agents': [
    '/app/na/agents',
    '/app/na/agents?search=nothing+like+it',
    '/app/na/agents?view=cards',
    '/app/na/agents?trash=true',
    '/app/na/agents?panel=workspace',
    '/app/na/agents?panel=invite',
    '/app/na/agents?panel=new-workspace',
    '/app/na/nothing',
  ],
  '/app/$region/agents/new': [
    '/app/na/agents/new?from=website',
    '/app/na/agents/new?from=files',
    '/app/na/agents/new?from=text',
    '/app/na/agents/new?from=empty',
    '/app/na/agents/new?agent=AGENT',
  ],
  '/app/$region/agents/$agentId/$tab': [
    '/app/na/agents/AGENT/overview',
    '/app/na/agents/AGENT/overview?test=true',
    '/app/na/agents/AGENT/overview?versions=true',
    '/app/na/agents/AGENT/overview?versions=true&version=1',
    '/app/na/agents/AGENT/nodes',
    '/app/na/agents/AGENT/prompt',
    '/app/na/agents/AGENT/prompt?view=outline',
    '/app/na/agents/AGENT/kb',
    '/app/na/agents/AGENT/kb?doc=DOCUMENT',
    '/app/na/agents/AGENT/kb?view=search&search=open',
    '/app/na/agents/AGENT/kb?view=unanswered',
    ...['qa', 'text', 'files', 'url', 'sitemap', 'crawl'].map((kind) => `/app/na/agents/AGENT/kb?add=${kind}`),
    '/app/na/agents/AGENT/convos',
    '/app/na/agents/AGENT/convos?convo=CONVERSATION',
    '/app/na/agents/AGENT/analytics',
    '/app/na/agents/AGENT/analytics?from=2026-01-01&to=2026-01-31',
    '/app/na/agents/AGENT/leads',
    '/app/na/agents/AGENT/linked',
    '/app/na/agents/AGENT/tests',
    '/app/na/agents/AGENT/tests?case=new',
    '/app/na/agents/AGENT/leads?lead=LEAD',
    '/app/na/agents/AGENT/leads?search=nothing+like+it',
    ...['new', 'import', 'groups', 'duplicates'].map((tool) => `/app/na/agents/AGENT/leads?tool=${tool}`),
    '/app/na/agents/AGENT/channels',
    '/app/na/agents/AGENT/voice',
    '/app/na/agents/AGENT/voice?tab=calls',
    '/app/na/agents/AGENT/voice?tab=phoneNumbers',
    '/app/na/agents/AGENT/campaigns',
    '/app/na/agents/AGENT/campaigns?campaign=none',
    '/app/na/agents/AGENT/settings',
  ],
  '/app/$region/prototype': ['/app/na/prototype?vg_id=AGENT', '/app/na/prototype?vg_id=none'],
  '/app/$region/credentials': ['/app/na/credentials', '/app/na/credentials?drawer=add', '/app/na/credentials?call=new'],
  '/app/$region/integrations': ['/app/na/integrations', '/app/na/integrations?search=nothing+like+it'],
  '/app/$region/integrations/new': ['/app/na/integrations/new'],
  '/app/$region/integrations/mcp': ['/app/na/integrations/mcp', '/app/na/integrations/mcp?add=true'],
  // The world knows no server of tools; mcp-tools.soak.spec.ts looks at one.
  '/app/$region/integrations/mcp/$sourceId': ['/app/na/integrations/mcp/none'],
  '/app/$region/integrations/$functionId': [
    '/app/na/integrations/FUNCTION',
    '/app/na/integrations/FUNCTION?revisions=true',
    '/app/na/integrations/none',
  ],
  '/app/$region/automations': [
    '/app/na/automations',
    '/app/na/automations?add=true',
    '/app/na/automations?search=nothing+like+it',
  ],
  // The world knows no site; crawler.soak.spec.ts looks at what is read of one.
  '/app/$region/automations/$agentId/$docId': ['/app/na/automations/AGENT/none'],
  '/app/$region/automations/$agentId/$docId/$runId': ['/app/na/automations/AGENT/none/none'],
  '/app/$region/meta-pages': ['/app/na/meta-pages'],
  '/app/$region/whatsapp-numbers': ['/app/na/whatsapp-numbers'],
  '/app/$region/twilio-numbers': ['/app/na/twilio-numbers'],
  '/app/$region/events': ['/app/na/events', '/app/na/events?edit=true', '/app/na/events?delivery=DELIVERY'],
  '/app/$region/inbox': ['/app/na/inbox', '/app/na/inbox?folder=closed'],
  '/app/$region/sessions': ['/app/na/sessions', '/app/na/sessions?convo=CONVERSATION'],
  '/app/$region/usage': ['/app/na/usage'],
  // The world has no agency, for agencies have no test chat; agency-brand.spec.ts looks at the settings.
  '/app/$region/agency': ['/app/na/agency'],
  '/app/$region/clients': ['/app/na/clients'],
  '/app/$region/settings': ['/app/na/settings'],
  '/app/$region/account': ['/app/na/account'],
  '/app/$region/account/billing': ['/app/na/account/billing'],
};

/** They show nothing of their own and lead on. */
export const leadingOn = ['/', '/app/$region', '/app/$region/agents/$agentId'];

const signedOut = Object.keys(visits).filter((route) => !route.startsWith('/app/') && route !== '/onboarding');

export const addressOf = (world: World, path: string) =>
  world.origin +
  path
    .replace('AGENT', world.agentId)
    .replace('DOCUMENT', world.documentId)
    .replace('LEAD', world.leadId)
    .replace('CONVERSATION', world.conversationId)
    .replace('DELIVERY', world.deliveryId)
    .replace('FUNCTION', world.functionId);

/** Nothing has changed for a moment, and nothing is being loaded. */
export async function settle(page: Page) {
  await expect(page.locator('h1, h2, [role=dialog]').first()).toBeVisible();
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const quietMs = 400;
        let timer = setTimeout(resolve, quietMs);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, quietMs);
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
}

export interface RouterWindow {
  __TSR_ROUTER__: { routesByPath: Record<string, unknown>; navigate(to: { href: string }): Promise<void> };
}

/** As a link leads there: loading the dashboard again takes most of a visit. */
export const goTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    const { pathname, search } = new URL(to);
    return (window as unknown as RouterWindow).__TSR_ROUTER__.navigate({ href: pathname + search });
  }, address);

/** Loads the dashboard where it is not open yet, with what the browser keeps by then; else goes there as a link leads. */
export async function lookIn(page: Page, address: string) {
  if (page.url().startsWith(`${new URL(address).origin}/`)) await goTo(page, address);
  else await page.goto(address);
  await settle(page);
}

export const everyPage = (route: string): string[] => visits[route] ?? [];

/** Each route's pages in a browser that shows `language`, signed in as the route needs it. `pagesOf` may choose among them. */
export async function visitEveryRoute(
  context: BrowserContext,
  world: World,
  language: string,
  look: (page: Page, path: string) => Promise<void>,
  pagesOf = everyPage,
): Promise<Page> {
  await context.addInitScript((code) => localStorage.setItem('language', code), language);
  const page = await context.newPage();
  const post = (path: string, data: object) =>
    context.request.post(`${world.origin}/api/na/auth${path}`, { headers: { origin: world.origin }, data });
  const visit = async (routes: string[]) => {
    for (const [index, path] of routes.flatMap(pagesOf).entries()) {
      await test.step(path, async () => {
        if (index > 0) await goTo(page, addressOf(world, path));
        else await page.goto(addressOf(world, path));
        await settle(page);
        await look(page, path);
      });
    }
  };
  await visit(signedOut);
  await post('/sign-up/email', { ...owner, email: `new-${language.toLowerCase()}@example.com` });
  await visit(['/onboarding']);
  await context.clearCookies();
  await post('/sign-in/email', owner);
  await visit(Object.keys(visits).filter((route) => route.startsWith('/app/')));
  return page;
}
