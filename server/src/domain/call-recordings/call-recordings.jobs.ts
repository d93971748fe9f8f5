import type { ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Listener, Schedule } from '../../jobs/job.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { forgetRecordings } from './drop-recordings.ts';

export const callRecordingsListeners: Listener<{ database: Database }>[] = [
  {
    name: 'call_recordings.forget',
    on: ['conversation_erased'],
    run: (_deps, tx, scope, { payload }) => forgetRecordings(tx, scope, payload.conversationId as ConversationId),
  },
];

export const callRecordingsSchedules: Schedule<{ database: Database; fileStore: FileStore }>[] = [
  {
    name: 'call_recordings.purge',
    cron: '*/15 * * * *',
    run: async (deps, scope) => {
      const { purgeRecordings } = await import('./purge-recordings.ts');
      await purgeRecordings(deps, scope);
    },
  },
];
