import { dashboardProcedure } from '../../http/client-procedures.ts';
import { takeRate } from '../../http/procedures.ts';
import type { PostOut } from '../websites/websites.ports.ts';
import { listNotifications, markSeen, readNotifications } from './list-notifications.ts';
import {
  getNotificationSettings,
  saveNotificationSettings,
  subscribePush,
  unsubscribePush,
} from './notification-settings.ts';
import type { PushKeyDeps } from './notifications.ports.ts';

const { notifications } = dashboardProcedure({ page: 'any', of: 'list' });
const done = { success: true as const };

/** Each person's own: no permission is needed, and nothing of another person can be named. */
export const notificationsRoutes = (deps: PushKeyDeps & { postOut: PostOut }) => ({
  list: notifications.list.handler(({ context, input }) => listNotifications(deps, context.member, input)),
  markSeen: notifications.markSeen.handler(async ({ context, input }) => {
    await markSeen(deps, context.member, input.ids);
    return done;
  }),
  read: notifications.read.handler(async ({ context, input }) => {
    await readNotifications(deps, context.member, [input.notificationId]);
    return done;
  }),
  readAll: notifications.readAll.handler(async ({ context }) => {
    await readNotifications(deps, context.member, null);
    return done;
  }),
  getSettings: notifications.getSettings.handler(({ context }) => getNotificationSettings(deps, context.member)),
  saveSettings: notifications.saveSettings.handler(({ context, input: { notifyThrough, notifyIf } }) =>
    saveNotificationSettings(deps, context.member, { notifyThrough, notifyIf }),
  ),
  subscribePush: notifications.subscribePush.handler(async ({ context, input: { endpoint, keys } }) => {
    await takeRate(context, [{ key: `push:${context.scope.workspaceUid}`, max: 30, windowSeconds: 60 }]);
    await subscribePush(deps, context.member, { endpoint, ...keys });
    return done;
  }),
  unsubscribePush: notifications.unsubscribePush.handler(async ({ context, input }) => {
    await unsubscribePush(deps, context.member, input.endpoint);
    return done;
  }),
});
