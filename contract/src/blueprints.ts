import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AgentSettings } from './agents.ts';
import { isPushed, PUSHED } from './blueprint-parts.ts';
import { AgentId, BlueprintPushId } from './ids.ts';
import { limits } from './limits.ts';
import { PageQuery, page } from './paging.ts';

/** What an agent says otherwise than its blueprint. */
export const Override = z.object({
  path: z.string().describe('In the settings; things of lists by their ids'),
  field: z.string().describe('The part of the path that is one field on the screens'),
  item: z.string().describe('How the thing of a list is called; empty for what stands in none'),
  kind: z.enum(['changed', 'added', 'removed', 'order']).describe('What was done with it in the agent'),
  isConflict: z.boolean().describe('The blueprint changed it as well'),
});
export type Override = z.infer<typeof Override>;

export const SlotName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use small letters, digits and _.');
export const Slots = z
  .record(SlotName, z.string().trim().max(limits.slotValueCharsMax))
  .refine((given) => Object.keys(given).length <= limits.slotsMax, `At most ${limits.slotsMax} slots.`)
  .describe('What stands for `{{slot.city}}` in this agent, by the names of the slots');

/** `flow`, or `guardrails.topics`; all below it is locked with it. */
export const LockedPath = z
  .string()
  .max(200)
  .refine((path) => PUSHED.some((one) => path === one || path.startsWith(`${one}.`)) && isPushed(path), {
    message: 'This is never pushed, so it cannot be locked.',
  });

export const PushState = z.enum(['running', 'paused', 'stopped', 'done', 'undoing', 'undone']);
export type PushState = z.infer<typeof PushState>;
export const TargetState = z.enum([
  'waiting',
  'testing',
  'done',
  'not_published',
  'failed',
  'stopped',
  'undoing',
  'undone',
  'not_undone',
]);
export type TargetState = z.infer<typeof TargetState>;

/** `refused`: the result would not pass what saving or publishing asks for; `message` says what. */
export const TargetReason = z.enum([
  'tests_failed',
  'tests_stopped',
  'unpublished_changes',
  'never_published',
  'slots_missing',
  'not_linked',
  'refused',
  'failed',
  'changed_since',
]);
export type TargetReason = z.infer<typeof TargetReason>;

const counts = z.object({
  all: z.number().int(),
  waiting: z.number().int().describe('With those whose tests are run'),
  done: z.number().int(),
  notPublished: z.number().int(),
  failed: z.number().int(),
  undone: z.number().int(),
  kept: z.number().int().describe('Agents in which something was kept'),
});

export const BlueprintPush = z.object({
  id: BlueprintPushId,
  version: z.number().int(),
  publishes: z.boolean(),
  inWaves: z.boolean(),
  wave: z.number().int().describe('Of the three: one agent, a tenth, all'),
  state: PushState.describe('`paused`: something failed in a wave, and the next waits for a person'),
  isNewest: z.boolean().describe('Only the newest can be rolled back'),
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  counts,
});
export type BlueprintPush = z.infer<typeof BlueprintPush>;

export const PushTarget = z.object({
  agentId: AgentId,
  title: z.string(),
  wave: z.number().int(),
  state: TargetState,
  reason: TargetReason.nullable(),
  message: z.string().describe('Where more can be said than the reason does'),
  version: z.number().int().nullable().describe('The version that was published by it'),
  kept: z.array(Override),
  overwritten: z.array(Override).describe('What was said otherwise and is locked'),
});
export type PushTarget = z.infer<typeof PushTarget>;

export const BlueprintLink = z.object({
  agentId: AgentId,
  title: z.string(),
  roundedImageURL: z.string(),
  appliedVersion: z.number().int(),
  appliedAt: z.iso.datetime(),
  slots: z.record(z.string(), z.string()),
  missingSlots: z.array(z.string()).describe('Slots of the published version that it has no value for'),
  overrides: z.number().int(),
  isPublished: z.boolean(),
  lastPush: z
    .object({ state: TargetState, reason: TargetReason.nullable(), at: z.iso.datetime().nullable() })
    .nullable(),
});
export type BlueprintLink = z.infer<typeof BlueprintLink>;

/** An agent as one that others follow, or as one that follows. */
export const Blueprint = z.object({
  links: z.number().int(),
  publishedVersion: z.number().int().nullable(),
  oldestVersion: z.number().int().nullable().describe('The oldest that an agent that follows has'),
  slots: z.array(z.string()).describe('Names in the published version'),
  locked: z.array(z.string()),
  push: BlueprintPush.nullable().describe('The newest'),
  follows: z
    .object({
      blueprintId: AgentId,
      title: z.string(),
      appliedVersion: z.number().int(),
      publishedVersion: z.number().int().nullable(),
      base: AgentSettings.describe('What the blueprint said then, with the slots filled in'),
      overrides: z.array(Override),
    })
    .nullable(),
  mayWrite: z.boolean(),
  mayPush: z.boolean(),
});
export type Blueprint = z.infer<typeof Blueprint>;

const blueprint = z.object({ id: AgentId });
const link = blueprint.extend({ agentId: AgentId });
const push = blueprint.extend({ pushId: BlueprintPushId });
const done = z.object({ success: z.literal(true) });
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Blueprints'], successStatus });

export const blueprintsContract = {
  get: route('GET', '/v2/agents/{id}/blueprint', 'Say which agents follow this one, or which one it follows')
    .input(blueprint)
    .output(Blueprint),
  lock: route('POST', '/v2/agents/{id}/blueprint', 'Replace what is always pushed, whatever an agent says')
    .input(blueprint.extend({ locked: z.array(LockedPath).max(limits.lockedPathsMax) }))
    .output(z.object({ locked: z.array(z.string()) })),
  listLinks: route('GET', '/v2/agents/{id}/blueprint/links', 'List the agents that follow a blueprint')
    .input(PageQuery.extend({ id: AgentId }))
    .output(page(BlueprintLink)),
  create: route('POST', '/v2/agents/{id}/blueprint/agents', 'Make an agent of a blueprint, unpublished', 201)
    .input(blueprint.extend({ title: z.string().trim().min(1).max(80), slots: Slots.default({}) }))
    .output(z.object({ agentId: AgentId })),
  link: route('POST', '/v2/agents/{id}/blueprint/links', 'Let an agent follow a blueprint. Nothing in it changes', 201)
    .input(link.extend({ slots: Slots.default({}) }))
    .output(z.object({ overrides: z.array(Override) })),
  saveSlots: route('POST', '/v2/agents/{id}/blueprint/links/{agentId}', "Replace an agent's values of the slots")
    .input(link.extend({ slots: Slots }))
    .output(z.object({ slots: z.record(z.string(), z.string()) })),
  unlink: route('DELETE', '/v2/agents/{id}/blueprint/links/{agentId}', 'Let an agent follow no more. It stays as it is')
    .input(link)
    .output(done),
  push: route('POST', '/v2/agents/{id}/blueprint/pushes', 'Push the published version of a blueprint', 201)
    .input(
      blueprint.extend({
        version: z.number().int().min(1).max(1_000_000).describe('The one that was looked at'),
        publishes: z.boolean().default(false).describe('Where no test that must pass stands against it'),
        inWaves: z.boolean().default(true),
        agentIds: z
          .array(AgentId)
          .min(1)
          .max(limits.blueprintLinksMax)
          .optional()
          .describe('All that follow, where it is left out'),
      }),
    )
    .output(BlueprintPush),
  getPush: route('GET', '/v2/agents/{id}/blueprint/pushes/{pushId}', 'Get a push').input(push).output(BlueprintPush),
  listPushes: route('GET', '/v2/agents/{id}/blueprint/pushes', `List the newest ${limits.blueprintPushesKept} pushes`)
    .input(blueprint)
    .output(z.object({ items: z.array(BlueprintPush) })),
  listTargets: route(
    'GET',
    '/v2/agents/{id}/blueprint/pushes/{pushId}/agents',
    'List the agents of a push, and what was kept in each',
  )
    .input(PageQuery.extend({ id: AgentId, pushId: BlueprintPushId }))
    .output(page(PushTarget)),
  stop: route('POST', '/v2/agents/{id}/blueprint/pushes/{pushId}/stop', 'Stop a push; what is done stays')
    .input(push)
    .output(BlueprintPush),
  goOn: route('POST', '/v2/agents/{id}/blueprint/pushes/{pushId}/continue', 'Go on with the next wave')
    .input(push)
    .output(BlueprintPush),
  retry: route('POST', '/v2/agents/{id}/blueprint/pushes/{pushId}/retry', 'Try again what failed or was not reached')
    .input(push)
    .output(BlueprintPush),
  rollBack: route(
    'POST',
    '/v2/agents/{id}/blueprint/pushes/{pushId}/roll-back',
    'Take the newest push back, where nobody changed the agent since',
  )
    .input(push)
    .output(BlueprintPush),
};
