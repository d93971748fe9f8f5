import type { OrgId, PayerId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findOrgOf, findSubscription, type OrgSubscriptionRow, putSubscription } from './org-subscriptions.queries.ts';

/** As it was when it was looked at last; null: it is new. */
export const findKept = (tx: Tx, scope: Scope, id: string): Promise<OrgSubscriptionRow | null> =>
  findSubscription(tx, scope, id);

/** Writes down what was fetched, in the transaction that applies it. */
export const keepOrgSubscription = (tx: Tx, scope: Scope, row: Parameters<typeof putSubscription>[2]): Promise<void> =>
  putSubscription(tx, scope, row);

/** Null: it is no org that pays. */
export const findPayingOrg = (tx: Tx, scope: Scope, payerId: PayerId): Promise<OrgId | null> =>
  findOrgOf(tx, scope, payerId);
