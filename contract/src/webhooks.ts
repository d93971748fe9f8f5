import { oc } from '@orpc/contract';
import * as z from 'zod';
import { WebhookDeliveryId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { PageQuery, page } from './paging.ts';

/** What a workspace can be told of. `test` is sent by hand and cannot be subscribed to. */
export const WEBHOOK_EVENT_TYPES = [
  'client_created',
  'agency_subdomain_verified',
  'conversation_started',
  'conversation_ended',
  'conversation_rated',
  'answer_rated',
  'lead_created',
  'agent_published',
  'credits_low',
] as const;
export const WebhookEventType = z.enum(WEBHOOK_EVENT_TYPES);
export type WebhookEventType = z.infer<typeof WebhookEventType>;
export const WebhookDeliveryType = z.enum([...WEBHOOK_EVENT_TYPES, 'test']);
export type WebhookDeliveryType = z.infer<typeof WebhookDeliveryType>;

export const WebhookPauseReason = z.enum(['by_hand', 'failures', 'gone']);
export type WebhookPauseReason = z.infer<typeof WebhookPauseReason>;

/** Where a workspace's events are sent (`internal.events` of the specification). */
export const WebhookEndpoint = z.object({
  endpoint: z.string().describe('An https address'),
  subscribedEvents: z.array(WebhookEventType),
  secretLast4: z.string().describe('The last four characters of the signing secret'),
  previousSecretUntil: z.iso
    .datetime()
    .nullable()
    .describe('Until then deliveries are signed with the old secret, too'),
  pausedAt: z.iso.datetime().nullable(),
  pauseReason: WebhookPauseReason.nullable(),
  failingSince: z.iso.datetime().nullable().describe('The first failed attempt since the last good one'),
  createdAt: z.iso.datetime(),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** pending -> delivered | failed; a replay makes it pending again, under the same id. */
export const WebhookDeliveryState = z.enum(['pending', 'delivered', 'failed']);
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>;

export const WebhookDelivery = z.object({
  id: WebhookDeliveryId.describe('The header webhook-id: the same at every attempt'),
  type: WebhookDeliveryType,
  state: WebhookDeliveryState,
  attempts: z.number().int(),
  lastStatus: z.number().int().nullable().describe('Of the last answer; null where none came'),
  nextAttemptAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookAttempt = z.object({
  number: z.number().int(),
  at: z.iso.datetime(),
  endpoint: z.string(),
  status: z.number().int().nullable().describe('Null where no answer came'),
  ms: z.number().int(),
  answer: z.string().describe('The first 2 kB of the answer'),
  error: z.string().describe('Why no answer came; else empty'),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const WebhookDeliveryDetails = WebhookDelivery.extend({
  request: z.string().describe('The body as it is sent, without the secret'),
  attemptLog: z.array(WebhookAttempt).describe('Newest first'),
});
export type WebhookDeliveryDetails = z.infer<typeof WebhookDeliveryDetails>;

const workspace = z.object({ uid: WorkspaceUid });
const delivery = workspace.extend({ deliveryId: WebhookDeliveryId });
const done = z.object({ success: z.literal(true) });
const path = <const Rest extends string>(rest: Rest) => `/v2/workspaces/{uid}/webhook${rest}` as const;
const route = (method: 'GET' | 'POST' | 'DELETE', at: `/${string}`, summary: string) =>
  oc.route({ method, path: at, summary, tags: ['Webhooks'], successStatus: 200 });

export const webhooksContract = {
  get: route('GET', path(''), 'Get the endpoint that events are sent to')
    .input(workspace)
    .output(z.object({ endpoint: WebhookEndpoint.nullable() })),
  save: route('POST', path(''), 'Set the endpoint and the events that it is told of')
    .input(
      workspace.extend({
        endpoint: z.string().trim().min(1, 'Please enter the address of your endpoint.').max(limits.webhookUrlCharsMax),
        subscribedEvents: z
          .array(WebhookEventType)
          .min(1, 'Please choose at least one event.')
          .max(WEBHOOK_EVENT_TYPES.length),
      }),
    )
    .output(
      z.object({
        endpoint: WebhookEndpoint,
        secret: z.string().nullable().describe('The signing secret, when it was made just now; shown this one time'),
      }),
    ),
  delete: route('DELETE', path(''), 'Remove the endpoint with its log').input(workspace).output(done),
  rotateSecret: route('POST', path('/secret'), 'Make a new signing secret; the old one is valid for 24 more hours')
    .input(workspace)
    .output(z.object({ endpoint: WebhookEndpoint, secret: z.string().describe('Shown this one time') })),
  pause: route('POST', path('/pause'), 'Stop sending; events are kept as failed and can be replayed')
    .input(workspace)
    .output(WebhookEndpoint),
  resume: route('POST', path('/resume'), 'Send again; with `replay`, what failed since the pause as well')
    .input(workspace.extend({ replay: z.boolean().default(false) }))
    .output(WebhookEndpoint),
  sendTest: route('POST', path('/test'), 'Send an event of type `test`')
    .input(workspace)
    .output(z.object({ deliveryId: WebhookDeliveryId })),
  listDeliveries: route('GET', path('/deliveries'), 'List deliveries, newest first')
    .input(
      workspace
        .extend({ state: WebhookDeliveryState.optional(), type: WebhookDeliveryType.optional() })
        .extend(PageQuery.shape),
    )
    .output(page(WebhookDelivery)),
  getDelivery: route('GET', path('/deliveries/{deliveryId}'), 'Get a delivery with its attempts')
    .input(delivery)
    .output(WebhookDeliveryDetails),
  replay: route('POST', path('/deliveries/{deliveryId}/replay'), 'Send a delivery again, under the same webhook-id')
    .input(delivery)
    .output(done),
  replayFailed: route('POST', path('/replay'), 'Send again everything that failed since then')
    .input(workspace.extend({ since: z.iso.datetime() }))
    .output(z.object({ replayed: z.number().int() })),
};
