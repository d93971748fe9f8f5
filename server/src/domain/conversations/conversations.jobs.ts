import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';

/** Readers that were away for longer get the conversation itself instead of its events. */
const EVENTS_KEPT_MS = 24 * 60 * 60 * 1_000;
const TRACES_KEPT_MS = limits.tracesKeptDays * 24 * 60 * 60 * 1_000;

export const conversationsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'end_quiet_conversations',
    cron: '* * * * *',
    run: async ({ database }, scope, makeScope) => {
      const { endQuietConversations } = await import('./end-conversations.ts');
      await endQuietConversations({ database, systemScope: scope, makeScope }, new Date());
    },
  },
  {
    name: 'purge_conversation_events',
    cron: '*/10 * * * *',
    run: async ({ database }, scope) => {
      const { purgeEvents } = await import('./purge-events.ts');
      await purgeEvents({ database, systemScope: scope }, new Date(Date.now() - EVENTS_KEPT_MS));
    },
  },
  {
    name: 'purge_reply_traces',
    cron: '5 * * * *',
    run: async ({ database }, scope) => {
      const { purgeTraces } = await import('./purge-events.ts');
      await purgeTraces({ database, systemScope: scope }, new Date(Date.now() - TRACES_KEPT_MS));
    },
  },
];
