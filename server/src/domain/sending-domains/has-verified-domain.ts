import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findDomain } from './sending-domains.queries.ts';

/** Whether an agency has a domain of its own that its mails leave from. */
export async function hasVerifiedDomain(tx: Tx, scope: Scope): Promise<boolean> {
  const row = await findDomain(tx, scope);
  return row?.status === 'verified';
}
