import { type ClientPath, isClientPage } from '@antiphon/contract/client-pages';
import type { Region } from '@antiphon/contract/regions';

interface Offer {
  agents: readonly { ID: string }[];
  /** Allowed, in the client's order. */
  pages: readonly ClientPath[];
}

/** Where a page stands below an agent: its own path without slashes. An overview is the client's home; a custom tab is of no agent. */
const isTab = (page: string) => page.startsWith('/') && page !== '/overview' && !isClientPage(page);
const nameOf = (page: string) => page.replaceAll('/', '') || 'overview';
export const pathOfPage = (region: Region, agentId: string, page: string) => {
  if (isTab(page)) return `/app/${region}/c${page}`;
  const name = nameOf(page);
  return `/app/${region}/agents/${agentId}/${name === 'overview' ? 'home' : name}`;
};

/** The first agent at the first allowed page; null where there is no agent. */
export function firstPath(region: Region, { agents, pages }: Offer): string | null {
  const [agent] = agents;
  return agent ? pathOfPage(region, agent.ID, pages[0] ?? 'overview') : null;
}

/** The same place of another agent: what follows the fifth segment is kept; where nothing does, the first page of an agent, else overview. */
export function switchedPath(pathname: string, agentId: string, pages: readonly ClientPath[]): string {
  const [, app = 'app', region = 'na', agents = 'agents', , ...rest] = pathname.split('/');
  const first = nameOf(pages.find(isClientPage) ?? 'overview');
  // From a custom tab, which is of no agent, to where the agent is.
  const place = (agents === 'agents' && rest.join('/').replace(/\/+$/, '')) || first;
  return `/${app}/${region}/agents/${agentId}/${place}`;
}
