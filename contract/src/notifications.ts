import { oc } from '@orpc/contract';
import * as z from 'zod';
import { NotificationId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';

/** 1: something happened. 2: somebody waits for a person. */
export const NotificationLevel = z.union([z.literal(1), z.literal(2)]);
export type NotificationLevel = z.infer<typeof NotificationLevel>;

export const NotificationKind = z.enum([
  'conversation_started',
  'lead_created',
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
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

export const Notification = z.object({
  ID: NotificationId,
  title: z.string(),
  body: z.string(),
  ts: z.number().int().describe('Unix seconds'),
  seen: z.boolean().describe('By the one who asks'),
  urlPathname: z.string(),
  notificationLevel: NotificationLevel,
  notifyOnly: z.array(z.string()).describe('User ids; empty for everybody in the workspace'),
  kind: NotificationKind.describe('With `values`, for screens in other languages than that of title and body'),
  values: z.record(z.string(), z.string()),
});
export type Notification = z.infer<typeof Notification>;

export const NotifyThrough = z.enum(['email', 'push', 'all', 'none']);
export type NotifyThrough = z.infer<typeof NotifyThrough>;
export const NotifyIf = z.enum(['all', 'requestsOnly', 'none']);
export type NotifyIf = z.infer<typeof NotifyIf>;

export const NotificationSettings = z.object({ notifyThrough: NotifyThrough, notifyIf: NotifyIf });
export type NotificationSettings = z.infer<typeof NotificationSettings>;

const workspace = z.object({ uid: WorkspaceUid });
const done = z.object({ success: z.literal(true) });
const base64url = (charsMax: number) =>
  z
    .string()
    .min(1)
    .max(charsMax)
    .regex(/^[\w-]+={0,2}$/, 'This is not base64url.');
const path = <const Rest extends string>(rest: Rest) => `/v2/workspaces/{uid}/notifications${rest}` as const;
const route = (method: 'GET' | 'POST' | 'DELETE', at: `/${string}`, summary: string) =>
  oc.route({ method, path: at, summary, tags: ['Notifications'], successStatus: 200 });

export const notificationsContract = {
  list: route('GET', path(''), 'The latest five of each level that the person wants to see')
    .input(workspace.extend({ pathname: z.string().max(500).optional().describe('The page that is open') }))
    .output(
      z.object({
        items: z.array(Notification).describe('Newest first'),
        soundOnly: z
          .array(NotificationId)
          .describe('Unseen and about the page that is open, but not wanted in the list: heard, not shown'),
      }),
    ),
  markSeen: route('POST', path('/seen'), 'Say that notifications were shown')
    .input(
      workspace.extend({
        ids: z
          .array(NotificationId)
          .min(1)
          .max(limits.notificationsPerLevel * 2),
      }),
    )
    .output(done),
  read: route('POST', path('/{notificationId}/read'), 'Mark as read, which deletes it for the person')
    .input(workspace.extend({ notificationId: NotificationId }))
    .output(done),
  readAll: route('POST', path('/read'), 'Mark all as read').input(workspace).output(done),
  getSettings: route('GET', path('/settings'), 'What a person wants to be told of, and how')
    .input(workspace)
    .output(NotificationSettings.extend({ pushKey: z.string().describe('The public VAPID key, base64url') })),
  saveSettings: route('POST', path('/settings'), 'Change what a person wants to be told of')
    .input(workspace.extend(NotificationSettings.shape))
    .output(NotificationSettings),
  subscribePush: route('POST', path('/push'), 'Send push messages to this browser')
    .input(
      workspace.extend({
        endpoint: z.string().max(2_000),
        keys: z.object({ p256dh: base64url(200), auth: base64url(100) }),
      }),
    )
    .output(done),
  unsubscribePush: route('POST', path('/push/remove'), 'Send no more push messages to this browser')
    .input(workspace.extend({ endpoint: z.string().max(2_000) }))
    .output(done),
};
