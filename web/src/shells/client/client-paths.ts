import type { ClientPage } from '@antiphon/contract/client-pages';
import type { Region } from '@antiphon/contract/regions';

interface Offer {
  agents: readonly { ID: string }[];
  /** Allowed, in the client's order. */
  pages: readonly ClientPage[];
}

/** Where a page stands below an agent: its own path without slashes. An overview is the client's home. */
const nameOf = (page: string) => page.replaceAll('/', '') || 'overview';
export const pathOfPage = (region: Region, agentId: string, page: string) => {
  const name = nameOf(page);
  return `/app/${region}/agents/${agentId}/${name === 'overview' ? 'home' : name}`;
};

/** The first agent at the first allowed page; null where there is no agent. */
export function firstPath(region: Region, { agents, pages }: Offer): string | null {
  const [agent] = agents;
  return agent ? pathOfPage(region, agent.ID, pages[0] ?? 'overview') : null;
}

/** The same place of another agent: what follows the fifth segment is kept; where nothing does, the first allowed page, else overview. */
export function switchedPath(pathname: string, agentId: string, pages: readonly ClientPage[]): string {
  const [, app = 'app', region = 'na', agents = 'agents', , ...rest] = pathname.split('/');
  const place = rest.join('/').replace(/\/+$/, '') || nameOf(pages[0] ?? 'overview');
  return `/${app}/${region}/${agents}/${agentId}/${place}`;
}
