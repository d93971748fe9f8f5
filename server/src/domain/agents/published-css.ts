import type { AgentId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { CleanCss } from './agents.ports.ts';
import { findCustomCss, saveCleanCss } from './agents.queries.ts';

/** The published version's custom CSS as visitors may have it; null where it was not cleaned yet. */
export async function findCleanCss(tx: Tx, scope: Scope, agentId: AgentId): Promise<string | null> {
  const version = await findCustomCss(tx, scope, agentId);
  return version ? version.cleaned : '';
}

/**
 * Cleans the published version's custom CSS, once, and returns it. Done at publishing; a version that was published by an
 * older server, or whose publisher was cut off, is cleaned by its first visitor. What takes too long to read is left out.
 */
export async function cleanPublishedCss(
  deps: { database: Database; cleanCss: CleanCss },
  scope: Scope,
  agentId: AgentId,
): Promise<string> {
  const version = await deps.database.transaction(scope, (tx) => findCustomCss(tx, scope, agentId));
  if (!version) return '';
  if (version.cleaned !== null) return version.cleaned;
  const cleaned = version.written.trim() === '' ? '' : await deps.cleanCss(version.written).catch(leaveOut);
  await deps.database.transaction(scope, (tx) => saveCleanCss(tx, scope, { agentId, number: version.number, cleaned }));
  return cleaned;
}

function leaveOut(error: unknown): string {
  if (error instanceof VendorFailure) return '';
  throw error;
}
