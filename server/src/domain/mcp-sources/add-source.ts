import { fail } from '@antiphon/contract/errors';
import { findFunctionFaults, isSecretName } from '@antiphon/contract/function-check';
import { FUNCTION_FAULTS } from '@antiphon/contract/function-faults';
import { type CallCredentialId, type McpSourceId, newMcpSourceId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { McpSource } from '@antiphon/contract/mcp-sources';
import { recordAudit } from '../audit/record-audit.ts';
import { demandCallCredential } from '../call-credentials/use-call-credential.ts';
import type { CallOut } from '../functions/functions.ports.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { getSource } from './get-source.ts';
import { countSources, insertSource, writeTools } from './mcp-sources.queries.ts';
import { type ReadDeps, readTools } from './read-tools.ts';
import { definitionOfTool, requestOf } from './tool-definition.rules.ts';

type Deps = ReadDeps & { callOut: Pick<CallOut, 'checkAddress'> };
type NewSource = { name: string; url: string; credentialId: CallCredentialId | null };

/**
 * Reads the tools of a server that is not known yet. Fails with `mcp_source_failed` where they cannot be read: then nothing is stored.
 * None of the tools is used before it is approved.
 */
export async function addSource(deps: Deps, member: Member, given: NewSource): Promise<McpSource> {
  demand(member, 'agents.write');
  const { scope } = member;
  const url = checkUrl(deps, given.url);
  const { credentialId } = given;
  const { origin } = new URL(url);
  await deps.database.transaction(scope, (tx) =>
    demandCallCredential(tx, scope, { credentialId, origin }, 'credentialId'),
  );
  const { tools, fault } = await readTools(deps, scope, { url, credentialId });
  if (fault !== null) fail('mcp_source_failed', { message: fault, issues: [{ path: 'url', message: fault }] });
  const id = newMcpSourceId();
  await deps.database.transaction(scope, async (tx) => {
    const details = { name: given.name, origin };
    // Its lock on the workspace's chain makes two savings wait for each other: none goes over the limit.
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'mcp_source.create', target: id, details });
    if ((await countSources(tx, scope)) >= limits.mcpSourcesMax) fail('mcp_source_limit_reached');
    await demandCallCredential(tx, scope, { credentialId, origin }, 'credentialId');
    await insertSource(tx, scope, { id, name: given.name, url, credentialId, lookedAt: new Date() });
    await writeTools(tx, scope, id, tools);
  });
  return getSource(deps, scope, id);
}

/** In its normal form. What no function could call is no source, either. */
function checkUrl({ callOut }: Pick<Deps, 'callOut'>, given: string): string {
  const refuse = (message: string) => fail('invalid_input', { message, issues: [{ path: 'url', message }] });
  const url = URL.parse(given) ?? refuse(FUNCTION_FAULTS.originPublic);
  url.hash = '';
  try {
    callOut.checkAddress(url.href);
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    refuse(FUNCTION_FAULTS.originPublic);
  }
  if ([...url.searchParams.keys()].some(isSecretName)) refuse(FUNCTION_FAULTS.sourceKey);
  const request = requestOf({ url: url.href, credentialId: null });
  const [fault] = findFunctionFaults({ ...BARE, request });
  if (fault) refuse(fault.message);
  return url.href;
}

const BARE = definitionOfTool({
  source: { id: '' as McpSourceId, url: 'https://example.com/', credentialId: null },
  tool: {
    name: 'any',
    title: '',
    description: '',
    inputSchema: '{}',
    outputSchema: '',
    readOnlyHint: true,
    fingerprint: '',
  },
  kind: 'read',
  examples: [],
  before: null,
});
