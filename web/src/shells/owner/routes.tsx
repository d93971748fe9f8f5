import { createRoute, redirect } from '@tanstack/react-router';
import { type ConversationSearch, readChosen } from '../../features/conversations/conversation-filters.ts';
import { readInboxSearch } from '../../features/inbox/inbox-search.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { agentRoutes } from './agent-routes.tsx';
import { appRoute, optionalText, rootRoute } from './app-route.tsx';
import { entryRoutes } from './entry-routes.tsx';

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app/$region/agents', params: { region: 'na' } });
  },
});

const regionIndexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/$region/agents', params });
  },
});

const agentSorts = ['created', 'changed', 'title'] as const;
const agentStates = ['published', 'changed', 'draft'] as const;
interface AgentListSearch {
  search?: string;
  sort?: (typeof agentSorts)[number];
  tag?: string;
  state?: (typeof agentStates)[number];
  view?: 'cards';
  /** The deleted agents in place of the others. */
  trash?: true;
}

const agentListRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'agents',
  validateSearch: (search: Record<string, unknown>): AgentListSearch => ({
    search: optionalText(search.search),
    sort: agentSorts.find((sort) => sort === search.sort),
    tag: optionalText(search.tag),
    state: agentStates.find((state) => state === search.state),
    view: search.view === 'cards' ? 'cards' : undefined,
    trash: search.trash === true ? true : undefined,
  }),
  component: lazyScreen(() => import('../../features/agents/agent-list-page.tsx'), 'AgentListPage'),
});

const newAgentSources = ['website', 'files', 'text', 'agent', 'empty'] as const;
interface NewAgentSearch {
  from?: (typeof newAgentSources)[number];
  /** The agent that was created and is being filled. */
  agent?: string;
}

const newAgentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'agents/new',
  validateSearch: (search: Record<string, unknown>): NewAgentSearch => ({
    from: newAgentSources.find((source) => source === search.from),
    agent: optionalText(search.agent),
  }),
  component: lazyScreen(() => import('../../features/agents/new-agent-page.tsx'), 'NewAgentPage'),
});

const prototypeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'prototype',
  validateSearch: (search: Record<string, unknown>): { vg_id?: string } => ({ vg_id: optionalText(search.vg_id) }),
  component: lazyScreen(() => import('../../features/playground/prototype-page.tsx'), 'PrototypePage'),
});

interface CredentialsSearch {
  drawer?: 'add';
  test?: string;
  rotate?: string;
  /** Of functions: `new`, or the id of the one that is replaced. */
  call?: string;
  access?: 'new';
}

const credentialsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'credentials',
  validateSearch: (search: Record<string, unknown>): CredentialsSearch => ({
    drawer: search.drawer === 'add' ? 'add' : undefined,
    test: optionalText(search.test),
    rotate: optionalText(search.rotate),
    call: optionalText(search.call),
    access: search.access === 'new' ? 'new' : undefined,
  }),
  component: lazyScreen(() => import('../../features/credentials/credentials-page.tsx'), 'CredentialsPage'),
});

const functionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'integrations',
  validateSearch: (search: Record<string, unknown>): { search?: string } => ({ search: optionalText(search.search) }),
  component: lazyScreen(() => import('../../features/functions/functions-page.tsx'), 'FunctionsPage'),
});

const newFunctionRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'integrations/new',
  component: lazyScreen(() => import('../../features/functions/new-function-page.tsx'), 'NewFunctionPage'),
});

const mcpSourcesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'integrations/mcp',
  validateSearch: (search: Record<string, unknown>): { add?: true } => ({
    add: search.add === true ? true : undefined,
  }),
  component: lazyScreen(() => import('../../features/mcp-sources/mcp-sources-page.tsx'), 'McpSourcesPage'),
});

const mcpSourceRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'integrations/mcp/$sourceId',
  component: lazyScreen(() => import('../../features/mcp-sources/mcp-source-page.tsx'), 'McpSourcePage'),
});

const functionRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'integrations/$functionId',
  validateSearch: (search: Record<string, unknown>): { revisions?: true } => ({
    revisions: search.revisions === true ? true : undefined,
  }),
  component: lazyScreen(() => import('../../features/functions/function-page.tsx'), 'FunctionPage'),
});

const crawlStates = ['running', 'waiting', 'failed', 'paused', 'ok'] as const;
interface CrawlsSearch {
  search?: string;
  agentId?: string;
  state?: (typeof crawlStates)[number];
  /** The form of a new one is open. */
  add?: true;
}

const crawlsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automations',
  validateSearch: (search: Record<string, unknown>): CrawlsSearch => ({
    search: optionalText(search.search),
    agentId: optionalText(search.agentId),
    state: crawlStates.find((state) => state === search.state),
    add: search.add === true ? true : undefined,
  }),
  component: lazyScreen(() => import('../../features/crawls/crawls-page.tsx'), 'CrawlsPage'),
});

const crawlRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automations/$agentId/$docId',
  validateSearch: (search: Record<string, unknown>): { edit?: true } => ({
    edit: search.edit === true ? true : undefined,
  }),
  component: lazyScreen(() => import('../../features/crawls/crawl-page.tsx'), 'CrawlPage'),
});

const crawlChanges = ['added', 'changed', 'removed', 'failed', 'needs_javascript'] as const;

const crawlRunRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'automations/$agentId/$docId/$runId',
  validateSearch: (search: Record<string, unknown>): { change?: (typeof crawlChanges)[number]; page?: string } => ({
    change: crawlChanges.find((change) => change === search.change),
    page: optionalText(search.page),
  }),
  component: lazyScreen(() => import('../../features/crawls/crawl-run-page.tsx'), 'CrawlRunPage'),
});

const metaPagesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'meta-pages',
  component: lazyScreen(() => import('../../features/channels/all-channels-page.tsx'), 'MetaPagesPage'),
});

const whatsAppNumbersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'whatsapp-numbers',
  component: lazyScreen(() => import('../../features/channels/all-channels-page.tsx'), 'WhatsAppNumbersPage'),
});

const twilioNumbersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'twilio-numbers',
  component: lazyScreen(() => import('../../features/channels/twilio-numbers-page.tsx'), 'TwilioNumbersPage'),
});

interface ClientsSearch {
  search?: string;
  /** What is open: an org's drawer, a client's, the form of a new one in an org, or that of a new org. */
  org?: string;
  client?: string;
  addTo?: string;
  isNewOrg?: true;
}

const clientsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'clients',
  validateSearch: (search: Record<string, unknown>): ClientsSearch => ({
    search: optionalText(search.search),
    org: optionalText(search.org),
    client: optionalText(search.client),
    addTo: optionalText(search.addTo),
    isNewOrg: search.isNewOrg === true || undefined,
  }),
  component: lazyScreen(() => import('../../features/clients/clients-page.tsx'), 'ClientsPage'),
});

const deliveryStates = ['pending', 'delivered', 'failed'] as const;
const deliveryTypes = [
  'client_created',
  'agency_subdomain_verified',
  'conversation_started',
  'conversation_ended',
  'conversation_rated',
  'answer_rated',
  'lead_created',
  'agent_published',
  'credits_low',
  'test',
] as const;
interface EventsSearch {
  /** The form of the first endpoint is open. */
  edit?: true;
  state?: (typeof deliveryStates)[number];
  type?: (typeof deliveryTypes)[number];
  delivery?: string;
}

const eventsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'events',
  validateSearch: (search: Record<string, unknown>): EventsSearch => ({
    edit: search.edit === true ? true : undefined,
    state: deliveryStates.find((state) => state === search.state),
    type: deliveryTypes.find((type) => type === search.type),
    delivery: optionalText(search.delivery),
  }),
  component: lazyScreen(() => import('../../features/webhooks/events-page.tsx'), 'EventsPage'),
});

interface SessionsSearch extends ConversationSearch {
  /** The conversation that is open beside the list. */
  convo?: string;
  /** Of the inbox, where it stood on this page. */
  view?: 'inbox';
  chat?: string;
}

const optionalDay = (value: unknown) => (/^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : undefined);

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'inbox',
  validateSearch: readInboxSearch,
  component: lazyScreen(() => import('../../features/inbox/inbox-page.tsx'), 'InboxPage'),
});

const conversationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'sessions',
  validateSearch: (search: Record<string, unknown>): SessionsSearch => ({
    ...readChosen(search),
    agentId: optionalText(search.agentId),
    from: optionalDay(search.from),
    to: optionalDay(search.to),
    search: optionalText(search.search),
    convo: optionalText(search.convo),
    view: search.view === 'inbox' ? 'inbox' : undefined,
    chat: optionalText(search.chat),
  }),
  // Where the inbox stood before; mails and messages of then lead here.
  beforeLoad({ search: { view, chat }, params }) {
    if (view === 'inbox') throw redirect({ to: '/app/$region/inbox', params, search: { chat }, replace: true });
  },
  component: lazyScreen(() => import('../../features/conversations/conversations-page.tsx'), 'ConversationsPage'),
});

const usageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'usage',
  validateSearch: (
    search: Record<string, unknown>,
  ): { orgId?: string; agentId?: string; range?: string; from?: string; to?: string } => ({
    orgId: optionalText(search.orgId),
    agentId: optionalText(search.agentId),
    range: optionalText(search.range),
    from: optionalDay(search.from),
    to: optionalDay(search.to),
  }),
  component: lazyScreen(() => import('../../features/billing/usage-page.tsx'), 'UsagePage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'settings',
  component: lazyScreen(() => import('../../features/workspaces/workspace-settings-page.tsx'), 'WorkspaceSettingsPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'account',
  component: lazyScreen(() => import('../../features/identity/account-page.tsx'), 'AccountPage'),
});

const billingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'account/billing',
  // The dialog in which the plan is bought stands open.
  validateSearch: (search: Record<string, unknown>): { upgrade?: true } => ({
    upgrade: search.upgrade === true ? true : undefined,
  }),
  component: lazyScreen(() => import('../../features/billing/billing-page.tsx'), 'BillingPage'),
});

interface AgencySearch {
  /** Of the tab, in the order of all tabs. */
  activeTabIndex?: number;
  /** The trial has just begun. */
  started?: true;
  /** Coming from the pages of the payment provider: done with them for now, or by a link that leads nowhere any more. */
  connect?: 'back' | 'again';
  /** The link of a reminder's mail by which somebody wants no more of them. */
  stopReminder?: true;
}

const agencyRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'agency',
  validateSearch: (search: Record<string, unknown>): AgencySearch => ({
    activeTabIndex: Number.isInteger(search.activeTabIndex) ? Number(search.activeTabIndex) : undefined,
    started: search.started === true ? true : undefined,
    connect: search.connect === 'back' || search.connect === 'again' ? search.connect : undefined,
    stopReminder: search.stopReminder === true ? true : undefined,
  }),
  component: lazyScreen(() => import('../../features/agencies/agency-page.tsx'), 'AgencyPage'),
});

export const routeTree = rootRoute.addChildren([
  indexRoute,
  ...entryRoutes,
  appRoute.addChildren([
    regionIndexRoute,
    agentListRoute,
    newAgentRoute,
    ...agentRoutes,
    prototypeRoute,
    credentialsRoute,
    functionsRoute,
    newFunctionRoute,
    mcpSourcesRoute,
    mcpSourceRoute,
    functionRoute,
    crawlsRoute,
    crawlRoute,
    crawlRunRoute,
    metaPagesRoute,
    whatsAppNumbersRoute,
    twilioNumbersRoute,
    eventsRoute,
    inboxRoute,
    conversationsRoute,
    usageRoute,
    agencyRoute,
    clientsRoute,
    settingsRoute,
    accountRoute,
    billingRoute,
  ]),
]);
