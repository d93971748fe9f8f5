import type { ClientActor } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { OrgId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findSeller, type Seller } from '../connect/find-seller.ts';
import type { Member } from '../identity/identity.policy.ts';
import { demandPayer, type Payer, type PayerDeps, type Who } from '../payments/demand-payer.ts';
import { findPayer } from '../payments/lock-payer.ts';
import type { PaymentProvider } from '../payments/payments.ports.ts';
import { findOrg } from './client-billing.queries.ts';

/** A client of an org, as their sign-in says. */
export type Buyer = { scope: Scope; actor: ClientActor };

export type Shop = { orgId: OrgId; orgName: string; seller: Seller; who: NonNullable<Who> };

/**
 * Where a client buys: for their org, which has billing, on the account of its agency. Who opened their dashboard in their place buys
 * nothing. Fails with `not_found` where there is nothing to buy from.
 */
export async function demandShop(tx: Tx, { scope, actor }: Buyer): Promise<Shop> {
  if (actor.openedBy !== null) fail('forbidden');
  const { orgId } = actor;
  const org = await findOrg(tx, scope, orgId);
  if (!org?.allowBilling) fail('not_found');
  const seller = await findSeller(tx, scope);
  return { orgId, orgName: org.name, seller, who: { orgId, account: seller.account } };
}

/** The same, with its payer as far as there is one: nothing is made. */
export async function findShop(tx: Tx, buyer: Buyer) {
  const shop = await demandShop(tx, buyer);
  return { ...shop, payer: shop.seller.account === '' ? null : await findPayer(tx, buyer.scope, shop.who) };
}

/** As whom a buyer stands in orders and the audit log. */
export const memberOf = ({ scope, actor }: Buyer): Member => ({ scope, userId: null, permissions: [], client: actor });

/** The org as a customer on its agency's account, made there where it is none yet. */
export async function demandOrgPayer(
  deps: PayerDeps,
  payments: PaymentProvider,
  buyer: Buyer,
): Promise<Shop & { payer: Payer }> {
  const shop = await deps.database.transaction(buyer.scope, (tx) => demandShop(tx, buyer));
  if (shop.seller.account === '') fail('not_found');
  return { ...shop, payer: await demandPayer(deps, payments, buyer.scope, shop.who) };
}

/** What a browser names is never looked up by: where it is not what the sign-in says, it is not found. */
export function demandNamed(
  named: { orgId?: string | undefined; accountId?: string | undefined; customerId?: string | undefined },
  { orgId, seller, customerId }: { orgId: OrgId; seller: Seller; customerId?: string | null | undefined },
): void {
  const isTheirs = (sent: string | undefined, own: string | null | undefined) => sent === undefined || sent === own;
  if (!isTheirs(named.orgId, orgId)) fail('not_found');
  if (!isTheirs(named.accountId, seller.account)) fail('not_found');
  if (!isTheirs(named.customerId, customerId)) fail('not_found');
}
