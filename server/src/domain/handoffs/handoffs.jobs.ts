import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';

export const handoffsSchedules: Schedule<{ database: Database; live: LiveConversations; signals: Signals }>[] = [
  {
    name: 'give_back_idle_conversations',
    cron: '* * * * *',
    run: async ({ database, live, signals }, scope, makeScope) => {
      const { giveBackIdle } = await import('./give-back.ts');
      await giveBackIdle({ database, live, signals, systemScope: scope, makeScope }, new Date());
    },
  },
];
