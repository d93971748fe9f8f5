import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { query } from '../../api.ts';
import { fullPagePath } from '../../features/working-copy/prototype-path.ts';

/** The agent full page; elsewhere, and where there is no such agent, the platform's own demo. */
export function useDemoPath(): string {
  const { agentId = '' } = useParams({ strict: false });
  const agent = useQuery(query.agents.get.queryOptions({ input: { id: agentId }, enabled: agentId !== '' }));
  return agent.data === undefined ? '/demo' : fullPagePath(agent.data);
}
