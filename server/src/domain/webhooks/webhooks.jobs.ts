import type { ConversationId } from '@antiphon/contract/ids';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@antiphon/contract/webhooks';
import type { Database } from '../../db/database.ts';
import type { LeasedRunner } from '../../db/run-leased.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { Job, Listener, Schedule } from '../../jobs/job.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { acceptEvent } from './accept-event.ts';
import { forgetConversation } from './forget-conversation.ts';
import { mailMembersAboutFailure, type WebhookFailure } from './mail-about-failure.ts';
import { DELIVERIES_KEPT_MS } from './webhooks.rules.ts';

type Deps = {
  database: Database;
  signals: Signals;
  deliveries: LeasedRunner;
  secretKey: string;
  systemScope: SystemScope;
  publicUrl: string | null;
};

export const webhooksListeners: Listener<Deps>[] = [
  {
    name: 'webhooks.accept',
    on: WEBHOOK_EVENT_TYPES,
    run: (deps, tx, scope, event) => acceptEvent(deps, tx, scope, { ...event, type: event.type as WebhookEventType }),
  },
  {
    name: 'webhooks.mail',
    on: ['webhook_failing'],
    run: (deps, tx, scope, { payload }) => mailMembersAboutFailure(deps, tx, scope, payload as WebhookFailure),
  },
  {
    name: 'webhooks.forget',
    on: ['conversation_erased'],
    run: (_deps, tx, scope, { payload }) => forgetConversation(tx, scope, payload.conversationId as ConversationId),
  },
];

export const webhooksJobs: Job<{ database: Database }>[] = [
  {
    name: 'webhooks.clear',
    on: ['webhook_deleted'],
    retriesMax: 20,
    timeoutSeconds: 3_600,
    parallel: 1,
    async run({ database }, scope) {
      const { clearDeliveries } = await import('./purge-deliveries.ts');
      await clearDeliveries({ database: database.background }, scope);
    },
  },
];

export const webhooksSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'webhooks.purge',
    cron: '25 3 * * *',
    run: async ({ database }, scope) => {
      const { purgeDeliveries } = await import('./purge-deliveries.ts');
      await purgeDeliveries({ database, systemScope: scope }, new Date(Date.now() - DELIVERIES_KEPT_MS));
    },
  },
];
