import { oc } from '@orpc/contract';
import * as z from 'zod';
import { Agent, AgentSettings } from './agents.ts';
import { FlowLayout } from './flows.ts';
import { FunctionDefinition } from './function-definition.ts';
import { checkDefinition } from './functions.ts';
import { AgentId, FunctionId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { CheckedSuiteCase } from './suites.ts';

/** What every agent file says of itself, so that others are told apart. */
export const AGENT_FILE = { kind: 'agent-file', version: 1 } as const;

/**
 * An agent as one file, to keep as a template or to move to another workspace: settings with the canvas, functions, tests.
 * Without what belongs to a workspace or is secret: keys, credentials, schedule, address for handoffs, knowledge, conversations.
 */
export const AgentFile = z.object({
  kind: z.literal(AGENT_FILE.kind, 'This is not an agent file.'),
  version: z.literal(AGENT_FILE.version, 'This file was made by another release. Export the agent again.'),
  settings: AgentSettings.describe('The working copy'),
  positions: FlowLayout.default({}).describe('Where the nodes of the canvas are drawn'),
  functions: z
    .array(
      z.object({
        functionId: FunctionId.describe('As `settings` names it. It is another one where the file is read'),
        definition: FunctionDefinition.superRefine(checkDefinition),
        usesCredential: z.boolean().default(false).describe('Whether it was called with a credential'),
      }),
    )
    .max(limits.agentFunctionsMax)
    .default([]),
  suite: z
    .object({
      blocksPublishing: z.boolean().default(false),
      cases: z.array(CheckedSuiteCase).max(limits.suiteCasesMax).default([]),
    })
    .prefault({}),
});
export type AgentFile = z.infer<typeof AgentFile>;

/** What came of a file otherwise than it stood there, or is still to be done. */
export const AgentFileNote = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('tool_left_out'),
    name: z.string().describe('Of a function that is a tool of an MCP source'),
  }),
  z.object({ kind: z.literal('function_reused'), name: z.string() }),
  z.object({ kind: z.literal('function_renamed'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('credential_missing'), functionId: FunctionId, name: z.string() }),
  z.object({
    kind: z.literal('checks_left_out'),
    title: z.string().describe('Of the test'),
    checks: z.number().int().describe('Those that name a document, which is not there'),
    isLeftOut: z.boolean().describe('Whether nothing was left of the test'),
  }),
  z.object({ kind: z.literal('model_key'), provider: z.string() }),
]);
export type AgentFileNote = z.infer<typeof AgentFileNote>;

export const agentFilesContract = {
  get: oc
    .route({
      method: 'GET',
      path: '/v2/agents/{id}/file',
      summary: 'Get the working copy of an agent as a file, without secrets',
      tags: ['Agents'],
      successStatus: 200,
    })
    .input(z.object({ id: AgentId }))
    .output(AgentFile),
  create: oc
    .route({
      method: 'POST',
      path: '/v2/workspaces/{uid}/agent-files',
      summary: 'Create an agent from a file, unpublished',
      tags: ['Agents'],
      successStatus: 201,
    })
    .input(z.object({ uid: WorkspaceUid, file: AgentFile }))
    .output(z.object({ agent: Agent, notes: z.array(AgentFileNote) })),
};
