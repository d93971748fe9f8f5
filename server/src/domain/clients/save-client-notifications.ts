import type { ClientId } from '@antiphon/contract/ids';
import type { NotificationSettings } from '@antiphon/contract/notifications';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { updateClientRow } from './clients.queries.ts';

/** What a client wants to be told of, in the caller's transaction. */
export const saveClientNotifications = (
  tx: Tx,
  scope: Scope,
  id: ClientId,
  notificationsSettings: NotificationSettings,
): Promise<void> => updateClientRow(tx, scope, id, { notificationsSettings, isNewPassword: false });
