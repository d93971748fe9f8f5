import { oc } from '@orpc/contract';
import * as z from 'zod';
import { findFunctionFaults } from './function-check.ts';
import { definitionFields, type FunctionDefinition } from './function-definition.ts';
import { FunctionMethod, FunctionRequest } from './function-parts.ts';
import { AgentId, FunctionId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';

/** Adds an issue at each place where a definition contradicts itself. */
export function checkDefinition(given: FunctionDefinition, context: z.RefinementCtx): void {
  for (const { path, message } of findFunctionFaults(given)) context.addIssue({ code: 'custom', path, message });
}

const state = {
  id: FunctionId,
  edition: z.number().int().describe('Counts what was saved; a change names the one that it was made from'),
  revision: z.number().int().nullable().describe('The newest published revision'),
  hasChanges: z.boolean().describe('Whether the working copy differs from the newest revision'),
  changedAt: z.iso.datetime(),
};

/** A call of another system over HTTP. The working copy; its revisions are what is used. */
export const HttpFunction = z.object({ ...definitionFields, ...state });
export type HttpFunction = z.infer<typeof HttpFunction>;

const { name, description, kind, tool } = definitionFields;
const { method, origin, path } = FunctionRequest.shape;
/** One line of a list. */
export const FunctionLine = z.object({
  ...{ ...state, name, description, kind, method, origin, path, tool },
  isOff: z.boolean().describe('It is a tool that is not any more what was approved'),
});
export type FunctionLine = z.infer<typeof FunctionLine>;

export const FunctionRevision = z.object({
  number: z.number().int(),
  publishedBy: z.string(),
  publishedAt: z.iso.datetime(),
});
export type FunctionRevision = z.infer<typeof FunctionRevision>;

/** An agent that may call a function, with the revisions that its working copy and its published copy name. */
export const FunctionUse = z.object({
  agentId: AgentId,
  title: z.string(),
  draftRevision: z.number().int().nullable(),
  liveRevision: z.number().int().nullable(),
});
export type FunctionUse = z.infer<typeof FunctionUse>;

export const TrialMode = z.enum(['preview', 'send']);
export type TrialMode = z.infer<typeof TrialMode>;

/** What a trial sent, or would send, and what came of it. */
export const FunctionTrial = z.object({
  request: z.object({
    method: FunctionMethod,
    url: z.string(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    body: z.string().nullable(),
  }),
  answer: z
    .object({
      status: z.number().int(),
      contentType: z.string(),
      text: z.string().describe('The first 64 kB'),
      end: z
        .enum(['whole', 'too_large', 'timeout', 'cut'])
        .describe(
          'Whether all of the body came, or why not: it was larger than 256 kB, the time was over, it broke off',
        ),
      ms: z.number().int(),
    })
    .nullable()
    .describe('Null in a preview, and where there was none'),
  failure: z
    .object({
      reason: z
        .enum(['forbidden', 'unsent', 'unanswered'])
        .describe('`unanswered`: it was sent, and nobody knows what became of it; else nothing was sent'),
      message: z.string(),
      ms: z.number().int(),
    })
    .nullable(),
  result: z
    .object({
      isOk: z.boolean(),
      fault: z.enum(['status', 'cut', 'not_json', 'success_value']).nullable(),
      outputs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])),
    })
    .nullable()
    .describe('All that an agent learns of the answer'),
});
export type FunctionTrial = z.infer<typeof FunctionTrial>;

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).max(limits.functionListMax)]);

const workspace = z.object({ uid: WorkspaceUid });
const one = workspace.extend({ functionId: FunctionId });
const route = (verb: 'GET' | 'POST' | 'DELETE', end: `/${string}` | '', summary: string, successStatus = 200) =>
  oc.route({
    method: verb,
    path: `/v2/workspaces/{uid}/functions${end}`,
    summary,
    tags: ['Functions'],
    successStatus,
  });

export const functionsContract = {
  list: route('GET', '', 'List functions: calls of other systems that an agent may make')
    .input(workspace)
    .output(z.object({ items: z.array(FunctionLine) })),
  create: route('POST', '', 'Create a function', 201)
    .input(workspace.extend(definitionFields).superRefine(checkDefinition))
    .output(HttpFunction),
  get: route('GET', '/{functionId}', 'Get a function').input(one).output(HttpFunction),
  update: route('POST', '/{functionId}', 'Change the working copy of a function; published revisions stay as they are')
    .input(one.extend({ ...definitionFields, edition: z.number().int() }).superRefine(checkDefinition))
    .output(HttpFunction),
  publish: route('POST', '/{functionId}/publish', 'Make the working copy a revision, which never changes')
    .input(one.extend({ edition: z.number().int() }))
    .output(HttpFunction),
  listRevisions: route('GET', '/{functionId}/revisions', 'List the revisions of a function, newest first')
    .input(one)
    .output(z.object({ items: z.array(FunctionRevision) })),
  listUses: route('GET', '/{functionId}/uses', 'List the agents that may call a function')
    .input(one)
    .output(
      z.object({
        items: z.array(FunctionUse).describe(`The first ${limits.functionUsesShown}`),
        agents: z.number().int().describe('All of them'),
        olderAgents: z.number().int().describe('Of these, on a revision that is not the newest one'),
      }),
    ),
  try: route('POST', '/{functionId}/try', 'Show what the working copy of a function would send, or send it once')
    .input(one.extend({ mode: TrialMode, values: z.record(z.string().max(40), value).default({}) }))
    .output(FunctionTrial),
  delete: route('DELETE', '/{functionId}', 'Delete a function with its revisions')
    .input(one)
    .output(z.object({ success: z.literal(true) })),
};
