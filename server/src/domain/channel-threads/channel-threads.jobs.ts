import type { ChannelConnectionId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Listener, Schedule } from '../../jobs/job.ts';
import { wakeChannel } from './wake-channel.ts';

const DAYS_KEPT = 30;

export const channelThreadsListeners: Listener<object>[] = [
  {
    name: 'channel_threads.wake',
    on: ['channel_opened'],
    run: (_deps, tx, scope, { payload }) => wakeChannel(tx, scope, payload.connectionId as ChannelConnectionId),
  },
];

export const channelThreadsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'channels.purge_events',
    cron: '50 3 * * *',
    run: async ({ database }, scope) => {
      const { purgeEvents } = await import('./purge-events.ts');
      await purgeEvents({ database, systemScope: scope }, new Date(Date.now() - DAYS_KEPT * 86_400_000));
    },
  },
];
