import type { ConversationId, NotificationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { Job, Listener, Schedule } from '../../jobs/job.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { forgetConversation, settleRequest } from './forget-conversation.ts';
import { KEPT_MS } from './notifications.rules.ts';
import type { PushDeps } from './push-notification.ts';
import { raiseNotification } from './raise-notification.ts';

type RaiseDeps = {
  database: Database;
  systemScope: SystemScope;
  secretKey: string;
  publicUrl: string | null;
  signals: Signals;
};

export const notificationsListeners: Listener<RaiseDeps>[] = [
  {
    name: 'notifications.raise',
    on: [
      'conversation_started',
      'lead_created',
      'contact_left',
      'person_requested',
      'document_failed',
      'crawl_waiting',
      'credits_low',
      'model_failed',
      'speech_failed',
      'channel_failing',
      'sale_refused',
      'payment_reversed',
      'payment_disputed',
    ],
    run: raiseNotification,
  },
  {
    name: 'notifications.forget',
    on: ['conversation_erased'],
    run: (_deps, tx, scope, { payload }) => forgetConversation(tx, scope, payload.conversationId as ConversationId),
  },
  {
    name: 'notifications.settle',
    on: ['request_settled'],
    run: (deps, tx, scope, { payload }) => settleRequest(deps, tx, scope, payload.conversationId as ConversationId),
  },
];

export const notificationsJobs: Job<PushDeps>[] = [
  {
    name: 'push_notification',
    on: ['notification_raised'],
    retriesMax: 2,
    timeoutSeconds: 300,
    parallel: 2,
    async run(deps, scope, payload) {
      const { pushNotification } = await import('./push-notification.ts');
      await pushNotification(deps, scope, payload.notificationId as NotificationId);
    },
  },
];

export const notificationsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'notifications.purge',
    cron: '35 3 * * *',
    run: async ({ database }, scope) => {
      const { purgeNotifications } = await import('./purge-notifications.ts');
      await purgeNotifications({ database, systemScope: scope }, new Date(Date.now() - KEPT_MS));
    },
  },
];
