import type { AgentSummary } from '@antiphon/contract/agents';

export type AgentSort = 'changed' | 'created' | 'title';

const byTitle = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

export function sortAgents(agents: AgentSummary[], sort: AgentSort): AgentSummary[] {
  if (sort === 'title') return agents.toSorted((a, b) => byTitle.compare(a.title, b.title));
  if (sort === 'created') return agents.toSorted((a, b) => b.ts - a.ts);
  return agents.toSorted((a, b) => b.lastModified - a.lastModified);
}
