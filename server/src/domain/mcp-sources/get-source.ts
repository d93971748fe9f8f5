import { fail } from '@antiphon/contract/errors';
import type { FunctionInput } from '@antiphon/contract/function-parts';
import type { McpSourceId } from '@antiphon/contract/ids';
import type { McpSource, McpSourceLine, McpTool, ToolState } from '@antiphon/contract/mcp-sources';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findSource, listSourceRows, listToolRows, type SourceRow, type ToolRow } from './mcp-sources.queries.ts';
import { readToolInputs, readToolOutputs } from './tool-schema.rules.ts';

/** Every member may see what an agent could call. A source holds no secret: those are credentials. */
export async function listSources({ database }: { database: Database }, scope: Scope): Promise<McpSourceLine[]> {
  const rows = await database.transaction(scope, (tx) => listSourceRows(tx, scope));
  return rows.map(({ source, ...counts }) => ({ ...toSource(source), ...counts }));
}

export async function getSource(
  { database }: { database: Database },
  scope: Scope,
  id: McpSourceId,
): Promise<McpSource> {
  const { source, tools } = await database.transaction(scope, async (tx) => ({
    source: (await findSource(tx, scope, id)) ?? fail('not_found'),
    tools: await listToolRows(tx, scope, id),
  }));
  return { ...toSource(source), tools: tools.map(toTool) };
}

const toSource = ({ id, name, url, credentialId, lookedAt, fault }: SourceRow) => ({
  ...{ id, name, url, credentialId, fault },
  lookedAt: lookedAt.toISOString(),
});

function toTool({ tool, kind }: { tool: ToolRow; kind: McpTool['kind'] }): McpTool {
  const { name, title, description, fingerprint, functionId, approvedSchema } = tool;
  const { inputs, fault } = readToolInputs(tool.inputSchema);
  const state = stateOf(tool, fault);
  const isOther = state === 'changed' && approvedSchema !== null;
  return {
    ...{ name, title, description, fingerprint, state, fault, functionId, kind: functionId && kind },
    inputs: inputs.map(toInput),
    outputs: readToolOutputs(tool.outputSchema).flatMap((output) => (output.pointer === '/text' ? [] : [output.name])),
    isSaidToRead: tool.readOnlyHint,
    before: isOther
      ? { description: tool.approvedDescription ?? '', inputs: readToolInputs(approvedSchema).inputs.map(toInput) }
      : null,
  };
}

const toInput = ({ name, kind, isRequired, description }: FunctionInput) => ({ name, kind, isRequired, description });

function stateOf({ functionId, isThere, fingerprint, approvedFingerprint }: ToolRow, fault: string | null): ToolState {
  if (functionId === null) return fault === null ? 'new' : 'unfit';
  if (!isThere) return 'gone';
  return fingerprint === approvedFingerprint ? 'approved' : 'changed';
}
