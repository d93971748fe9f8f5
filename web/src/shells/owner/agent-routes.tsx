import type { DocumentState } from '@antiphon/contract/knowledge';
import { createRoute, redirect } from '@tanstack/react-router';
import { type ConversationSearch, readChosen } from '../../features/conversations/conversation-filters.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { appRoute, optionalText } from './app-route.tsx';

/** `/app/{region}/agents/{agentId}/{tab}`; the default tab is overview. */
const agentIndexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'agents/$agentId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/app/$region/agents/$agentId/$tab', params: { ...params, tab: 'overview' } });
  },
});

/** Of the knowledge, and of the canvas. */
const views = ['search', 'unanswered', 'canvas', 'outline'] as const;
// Written out: the schema would bring its library into the first load.
const documentStates: DocumentState[] = ['INITIALIZED', 'PENDING', 'SUCCESS', 'ERROR'];
const leadSorts = ['created', 'seen', 'name'] as const;
const leadSources = ['widget', 'conversation', 'import', 'manual'] as const;
/** Of the voice: the part that is no form. */
const voiceTabs = ['calls', 'phoneNumbers'] as const;
const callStates = ['live', 'ended'] as const;
const leadTools = ['new', 'import', 'duplicates', 'groups'] as const;
const newDocumentKinds = ['qa', 'text', 'files', 'url', 'sitemap', 'crawl'] as const;

/** What is open on the agent's page. Each tab uses its own part. */
interface AgentSearch extends Omit<ConversationSearch, 'agentId'> {
  /** The version history, and the version that is looked at. */
  versions?: true;
  version?: number;
  view?: (typeof views)[number];
  state?: DocumentState;
  /** The crawl or sitemap whose pages are listed. */
  parent?: string;
  doc?: string;
  add?: (typeof newDocumentKinds)[number];
  /** The questions that a new answer is for, one a line. */
  question?: string;
  convo?: string;
  /** The days that figures are of, such as `7d`; else `from` and `to` say it. */
  range?: string;
  /** Of the leads: what narrows them, and what is open. */
  group?: string;
  source?: (typeof leadSources)[number];
  sort?: (typeof leadSorts)[number];
  lead?: string;
  tool?: (typeof leadTools)[number];
  /** The test chat, where it lies over the page. */
  test?: true;
  /** A test of the agent, or `new`; `of` is the conversation that a new one is made of. */
  case?: string;
  of?: string;
  tab?: (typeof voiceTabs)[number];
  calls?: (typeof callStates)[number];
  /** The campaign that is open. */
  campaign?: string;
}

const agentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: 'agents/$agentId/$tab',
  validateSearch: (search: Record<string, unknown>): AgentSearch => ({
    ...readChosen(search),
    versions: search.versions === true ? true : undefined,
    version: typeof search.version === 'number' ? search.version : undefined,
    search: optionalText(search.search),
    view: views.find((view) => view === search.view),
    state: documentStates.find((state) => state === search.state),
    parent: optionalText(search.parent),
    doc: optionalText(search.doc),
    add: newDocumentKinds.find((kind) => kind === search.add),
    question: optionalText(search.question),
    convo: optionalText(search.convo),
    range: optionalText(search.range),
    group: optionalText(search.group),
    source: leadSources.find((source) => source === search.source),
    from: optionalText(search.from),
    to: optionalText(search.to),
    sort: leadSorts.find((sort) => sort === search.sort),
    lead: optionalText(search.lead),
    tool: leadTools.find((tool) => tool === search.tool),
    test: search.test === true ? true : undefined,
    case: optionalText(search.case),
    of: optionalText(search.of),
    tab: voiceTabs.find((tab) => tab === search.tab),
    calls: callStates.find((state) => state === search.calls),
    campaign: optionalText(search.campaign),
  }),
  component: lazyScreen(() => import('../../features/agent-page/agent-page.tsx'), 'AgentPage'),
});

export const agentRoutes = [agentIndexRoute, agentRoute] as const;
