import type { AgentId } from '@antiphon/contract/ids';
import type { Job } from '../../jobs/job.ts';
import type { EmbedDeps } from './embed-knowledge.ts';

export const agentsJobs: Job<EmbedDeps>[] = [
  {
    name: 'embed_knowledge',
    on: ['document_read', 'agent_published'],
    retriesMax: 3,
    timeoutSeconds: 1_800,
    parallel: 1,
    async run(deps, scope, payload) {
      const { embedKnowledge } = await import('./embed-knowledge.ts');
      await embedKnowledge(deps, scope, payload.agentId as AgentId);
    },
  },
];
