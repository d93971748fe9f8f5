import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Job, Listener, Schedule } from '../../jobs/job.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import type { EmbedDeps } from './embed-knowledge.ts';
import { nameBySite } from './update-agent.ts';

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

export const agentsListeners: Listener<object>[] = [
  {
    name: 'agents.name_by_site',
    on: ['site_named'],
    run: async (_deps, tx, scope, { payload }) =>
      nameBySite(tx, scope, payload.agentId as AgentId, {
        knownBy: String(payload.knownBy),
        siteName: String(payload.siteName),
      }),
  },
];

export const agentsSchedules: Schedule<{ database: Database; fileStore: FileStore }>[] = [
  {
    name: 'agents.purge_trash',
    cron: '20 * * * *',
    async run(deps, scope, makeScope) {
      const { purgeAgents } = await import('./purge-agents.ts');
      await purgeAgents(deps, scope, makeScope);
    },
  },
];
