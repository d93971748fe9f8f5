import type { CardSetup } from '@antiphon/contract/payments';
import { actorOf } from '../identity/identity.policy.ts';
import { demandPayments } from '../payments/demand-payer.ts';
import type { PayAddress } from '../payments/payments.ports.ts';
import { beginCard, type CardDeps, keepCard } from '../payments/take-card.ts';
import { type Buyer, demandNamed, demandOrgPayer, findShop } from './demand-org-payer.ts';

type Named = { orgId?: string | undefined; accountId?: string | undefined };

/** What a browser needs to hand the org's card to the provider, on the agency's account. */
export async function startOrgCard(
  deps: CardDeps,
  buyer: Buyer,
  named: Named,
): Promise<CardSetup & { accountId: string }> {
  const payments = demandPayments(deps);
  // Before a customer is made.
  demandNamed(named, await deps.database.transaction(buyer.scope, (tx) => findShop(tx, buyer)));
  const { payer } = await demandOrgPayer(deps, payments, buyer);
  return { ...(await beginCard(deps, payments, payer)), accountId: payer.account };
}

type Given = {
  paymentMethodId: string;
  email: string | null;
  name: string | null;
  phone: string;
  address: PayAddress | null;
};

/** Charges a card from now on, once the provider says that it is the org's own. Invoices are written to the org, unless another name is said. */
export async function saveOrgCard(
  deps: CardDeps,
  buyer: Buyer,
  named: Named,
  { name, ...given }: Given,
): Promise<{ customer: { id: string } }> {
  const payments = demandPayments(deps);
  const { scope, actor } = buyer;
  const { payer, ...shop } = await deps.database.transaction(scope, (tx) => findShop(tx, buyer));
  demandNamed(named, shop);
  const who = { scope, payer, actor: actorOf({ userId: null, client: actor }) };
  const written = { ...given, name: name ?? shop.orgName };
  const { customerId } = await keepCard(deps, payments, who, written);
  return { customer: { id: customerId } };
}
