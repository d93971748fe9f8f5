import type { FunctionTool } from '@antiphon/contract/function-definition';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listToolFingerprints } from './functions.queries.ts';

/** Which of these tools are still what was approved, to the letter; whatever is no tool is on. */
export async function toolsOn(tx: Tx, scope: Scope, tools: readonly (FunctionTool | null | undefined)[]) {
  const asked = tools.filter((tool) => tool !== null && tool !== undefined);
  const on = await listToolFingerprints(tx, scope, asked);
  return (tool: FunctionTool | null | undefined): boolean =>
    !tool ||
    on.some(
      ({ sourceId, name, fingerprint }) =>
        sourceId === tool.sourceId && name === tool.name && fingerprint === tool.fingerprint,
    );
}
