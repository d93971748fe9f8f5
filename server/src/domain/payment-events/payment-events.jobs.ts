import type { Schedule } from '../../jobs/job.ts';
import { purgeEvents } from './purge-events.ts';
import { type ReconcileDeps, reconcile } from './reconcile.ts';

export const paymentEventsSchedules: Schedule<Omit<ReconcileDeps, 'systemScope'>>[] = [
  {
    name: 'payment_events.purge',
    cron: '10 4 * * *',
    run: (deps, scope) => purgeEvents(deps, scope, new Date()),
  },
  {
    name: 'payment_events.reconcile',
    cron: '40 3 * * *',
    run: async (deps, systemScope) => void (await reconcile({ ...deps, systemScope })),
  },
];
