import type { AgentEnvironment, AgentSettings } from '@antiphon/contract/agents';
import type { AgentId } from '@antiphon/contract/ids';
import { LRUCache } from 'lru-cache';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { CleanCss } from './agents.ports.ts';
import { findCustomCss, findVersion, saveCleanCss } from './agents.queries.ts';
import { readSettings } from './agents.rules.ts';

/** A published version's custom CSS as visitors may have it; null where it was not cleaned yet. */
export async function findCleanCss(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  environment: AgentEnvironment,
): Promise<string | null> {
  const version = await findCustomCss(tx, scope, agentId, environment);
  return version ? version.cleaned : '';
}

/**
 * Cleans a published version's custom CSS, once, and returns it. Done at publishing; a version that was published by an
 * older server, or whose publisher was cut off, is cleaned by its first visitor. What takes too long to read is left out.
 */
export async function cleanPublishedCss(
  deps: { database: Database; cleanCss: CleanCss },
  scope: Scope,
  agentId: AgentId,
  environment: AgentEnvironment,
): Promise<string> {
  const version = await deps.database.transaction(scope, (tx) => findCustomCss(tx, scope, agentId, environment));
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

const CACHED_CHARS_MAX = 16_000_000;
/** Versions never change, so that one that was read stays true. About 4 kB each, and up to 300 with a canvas. */
const read = new LRUCache<string, AgentSettings>({
  maxSize: CACHED_CHARS_MAX,
  sizeCalculation: (settings) => JSON.stringify(settings).length,
});

/**
 * The settings of a published version. The caller has just learnt its number from the database, which is what says that the
 * agent is the scope's, exists and is published. Null where that version is gone.
 */
export async function findPublishedSettings(
  deps: { database: Database },
  scope: Scope,
  agentId: AgentId,
  number: number,
): Promise<AgentSettings | null> {
  const key = `${scope.workspaceUid} ${agentId} ${number}`;
  const known = read.get(key);
  if (known) return known;
  const version = await deps.database.transaction(scope, (tx) => findVersion(tx, scope, agentId, number));
  if (!version) return null;
  const settings = readSettings(version.settings);
  read.set(key, settings);
  return settings;
}
