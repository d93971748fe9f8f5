import { fail } from '@antiphon/contract/errors';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findSeller } from '../connect/find-seller.ts';

/** An org is let pay where its agency's account takes its cards: else nobody could buy what its agents need. */
export async function demandSells(tx: Tx, scope: Scope): Promise<void> {
  const { isConnected } = await findSeller(tx, scope);
  if (!isConnected) fail('conflict', { message: 'Connect your account first: without it no org can pay.' });
}
