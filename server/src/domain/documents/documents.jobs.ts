import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Job, Schedule } from '../../jobs/job.ts';
import type { ReadingDeps } from './reading-run.ts';

export type DocumentJobDeps = ReadingDeps;

/** A crawl of 500 pages with a crawl delay takes a while; its lease, not this time, tells a killed run from a long one. */
const READING_SECONDS_MAX = 3_600;

export const documentsJobs: Job<DocumentJobDeps>[] = [
  {
    name: 'read_document',
    on: ['document_added', 'document_refresh_due'],
    retriesMax: 2,
    timeoutSeconds: READING_SECONDS_MAX,
    parallel: 4,
    async run(deps, scope, payload) {
      const { readDocument } = await import('./read-document.ts');
      const target = { agentId: payload.agentId as AgentId, documentId: payload.documentId as DocumentId };
      await readDocument(deps, scope, target);
    },
  },
  {
    name: 'copy_knowledge',
    on: ['agent_duplicated'],
    retriesMax: 5,
    timeoutSeconds: 1_800,
    parallel: 1,
    async run(deps, scope, payload) {
      const { copyDocuments } = await import('./copy-documents.ts');
      await copyDocuments(deps, scope, { from: payload.fromAgentId as AgentId, to: payload.agentId as AgentId });
    },
  },
];

export const documentsSchedules: Schedule<Pick<DocumentJobDeps, 'database'>>[] = [
  {
    name: 'start_due_readings',
    cron: '* * * * *',
    async run(deps, scope, makeScope) {
      const { startDueReadings } = await import('./start-due-readings.ts');
      await startDueReadings(deps, scope, makeScope);
    },
  },
];
