import { oc } from '@orpc/contract';
import * as z from 'zod';
import { definitionFields } from './function-definition.ts';
import { FunctionInput } from './function-parts.ts';
import { CallCredentialId, FunctionId, McpSourceId, WorkspaceUid } from './ids.ts';

/** What a tool wants to be given, as a function asks for it. */
const ToolInput = FunctionInput.pick({ name: true, kind: true, isRequired: true, description: true });

export const ToolState = z
  .enum(['new', 'approved', 'changed', 'gone', 'unfit'])
  .describe(
    '`changed`: its server says something else than what was approved; `gone`: its server has it no more. Both are off, until they are what was approved. `unfit`: it wants what cannot be filled in',
  );
export type ToolState = z.infer<typeof ToolState>;

/** A tool of a source: what its server says of it, and what became of it here. */
export const McpTool = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputs: z.array(ToolInput),
  outputs: z.array(z.string()).describe('The names of the fields that it answers with; none: it answers with a text'),
  fault: z.string().nullable().describe('Why it is `unfit`'),
  isSaidToRead: z.boolean().describe('Its server says that it changes nothing. Nobody has looked'),
  fingerprint: z.string().describe('Of its name, its description and its schema'),
  state: ToolState,
  kind: definitionFields.kind.nullable().describe('As it was approved'),
  functionId: FunctionId.nullable(),
  before: z
    .object({ description: z.string(), inputs: z.array(ToolInput) })
    .nullable()
    .describe('What was approved, where it is something else now'),
});
export type McpTool = z.infer<typeof McpTool>;

const source = {
  id: McpSourceId,
  name: z.string(),
  url: z.string(),
  credentialId: CallCredentialId.nullable(),
  lookedAt: z.iso.datetime().describe('When its tools were read last'),
  fault: z.string().nullable().describe('Why they could not be read since'),
};
export const McpSource = z.object({ ...source, tools: z.array(McpTool) });
export type McpSource = z.infer<typeof McpSource>;

const counts = { tools: z.number().int(), approved: z.number().int(), changed: z.number().int() };
export const McpSourceLine = z.object({ ...source, ...counts });
export type McpSourceLine = z.infer<typeof McpSourceLine>;

const workspace = z.object({ uid: WorkspaceUid });
const one = workspace.extend({ sourceId: McpSourceId });
const route = (verb: 'GET' | 'POST' | 'DELETE', end: `/${string}` | '', summary: string, successStatus = 200) =>
  oc.route({
    method: verb,
    path: `/v2/workspaces/{uid}/mcp-sources${end}`,
    summary,
    tags: ['Functions'],
    successStatus,
  });

export const mcpSourcesContract = {
  list: route('GET', '', 'List MCP sources: servers whose tools can become functions')
    .input(workspace)
    .output(z.object({ items: z.array(McpSourceLine) })),
  create: route('POST', '', 'Read the tools of an MCP server; none of them is used before it is approved', 201)
    .input(
      workspace.extend({
        name: z.string().trim().min(1).max(80),
        url: z
          .string()
          .trim()
          .max(1_000)
          .describe('Of its endpoint for streamable HTTP, such as `https://mcp.example.com/mcp`'),
        credentialId: CallCredentialId.nullable().default(null),
      }),
    )
    .output(McpSource),
  get: route('GET', '/{sourceId}', 'Get an MCP source with its tools').input(one).output(McpSource),
  look: route('POST', '/{sourceId}/look', 'Read the tools of an MCP source again; what has changed is off')
    .input(one)
    .output(McpSource),
  approve: route('POST', '/{sourceId}/approve', 'Make a tool a published function, or its next revision')
    .input(
      one.extend({
        tool: z.string().max(128),
        fingerprint: z
          .string()
          .max(64)
          .describe('Of what was looked at: it is not approved where its server says something else by now'),
        kind: definitionFields.kind,
        examples: definitionFields.examples.describe(
          'Sentences of visitors who want it. Those of a function that is there already stay',
        ),
      }),
    )
    .output(McpSource),
  delete: route('DELETE', '/{sourceId}', 'Delete an MCP source; refused while its tools are functions')
    .input(one)
    .output(z.object({ success: z.literal(true) })),
};
