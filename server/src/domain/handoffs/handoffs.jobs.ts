import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import type { ReplyRunner } from '../turns/run-replies.ts';

export const handoffsSchedules: Schedule<{
  database: Database;
  live: LiveConversations;
  signals: Signals;
  replies: ReplyRunner;
}>[] = [
  {
    name: 'give_back_idle_conversations',
    cron: '* * * * *',
    run: async ({ database, live, signals, replies }, scope, makeScope) => {
      const { giveBackIdle } = await import('./give-back.ts');
      await giveBackIdle({ database, live, signals, replies, systemScope: scope, makeScope }, new Date());
    },
  },
];
