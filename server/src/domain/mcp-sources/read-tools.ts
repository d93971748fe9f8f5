import { type FunctionFaultName, sayFunctionFault } from '@antiphon/contract/function-faults';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { openCallCredential } from '../call-credentials/use-call-credential.ts';
import type { ToolHost, ToolsFailure } from '../functions/functions.ports.ts';
import type { SourceRow } from './mcp-sources.queries.ts';
import { type KeptTool, keptTools } from './tool-definition.rules.ts';

export type ReadDeps = { database: Database; secretKey: string; toolHost: Pick<ToolHost, 'list'> };

const LOOK_MS = 10_000;
const SAID: Record<ToolsFailure, FunctionFaultName> = {
  forbidden: 'originPublic',
  unreachable: 'sourceUnreachable',
  refused: 'sourceRefused',
  elsewhere: 'sourceElsewhere',
  too_large: 'sourceLarge',
  no_mcp: 'sourceNoMcp',
};

/** What a server says of its tools now, or why it cannot be asked, as a sentence for its owner. Outside of any transaction. */
export async function readTools(
  deps: ReadDeps,
  scope: Scope,
  { url, credentialId }: Pick<SourceRow, 'url' | 'credentialId'>,
): Promise<{ tools: KeptTool[]; fault: null } | { tools: null; fault: string }> {
  const { origin, host } = new URL(url);
  const opened = credentialId === null ? null : await openCallCredential(deps, scope, { credentialId, origin });
  if (credentialId !== null && !opened)
    return { tools: null, fault: sayFunctionFault('credentialRefused', { origin }) };
  const headers = opened ? { [opened.header.name]: opened.header.value } : {};
  const { tools, failure } = await deps.toolHost.list({ url, headers, timeoutMs: LOOK_MS });
  if (failure) return { tools: null, fault: sayFunctionFault(SAID[failure], { host }) };
  // Some systems repeat what they were sent.
  const hide = (text: string) => (opened ? opened.hide(text) : text);
  return {
    tools: keptTools(tools).map((tool) => ({
      ...tool,
      title: hide(tool.title),
      description: hide(tool.description),
      inputSchema: hide(tool.inputSchema),
      outputSchema: hide(tool.outputSchema),
    })),
    fault: null,
  };
}
