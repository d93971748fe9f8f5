import { randomUUID } from 'node:crypto';
import { fail } from '@antiphon/contract/errors';
import type { CardSetup, WorkspaceCard } from '@antiphon/contract/payments';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { askProvider, demandPayer, demandPayments, type Payer, type PayerDeps } from './demand-payer.ts';
import { findPayerRow, type PayerRow } from './payers.queries.ts';
import type { ChargedCard, PaymentProvider, PayObject } from './payments.ports.ts';

export type CardDeps = PayerDeps & {
  /** `look`: what is there now is written down, before it returns or soon after. */
  objects: { look(object: PayObject): Promise<void> };
};

export async function getCard(deps: CardDeps, scope: Scope): Promise<WorkspaceCard> {
  const { isLive, isStandIn, publishableKey } = demandPayments(deps);
  const payer = await deps.database.transaction(scope, (tx) => findPayerRow(tx, scope, null));
  const { fingerprint: _fingerprint, ...card } = payer?.card ?? { fingerprint: null };
  return {
    card: payer?.card ? (card as WorkspaceCard['card']) : null,
    customerId: payer?.customerId ?? '',
    isLive,
    isStandIn,
    publishableKey,
  };
}

/**
 * What a browser needs to hand a card to the provider. The payer is there before its customer is asked for, under the payer's own key:
 * however often that is tried, and by however many, it is one customer.
 */
export async function startCard(deps: CardDeps, member: Member): Promise<CardSetup> {
  demand(member, 'billing.write');
  const payments = demandPayments(deps);
  return beginCard(deps, payments, await demandPayer(deps, payments, member.scope));
}

/** The same for whoever pays, once it is known that they may. */
export async function beginCard(
  { log }: PayerDeps,
  payments: PaymentProvider,
  { account, customerId }: Payer,
): Promise<CardSetup> {
  const { isLive, publishableKey } = payments;
  // Lost, it is another one: nothing is charged by it.
  const setup = await askProvider(log, payments.createCardSetup(account, customerId, randomUUID()));
  return { clientSecret: setup.clientSecret, publishableKey, isLive };
}

/**
 * Charges a card from now on, once the provider says that it is the payer's own; what it has then is what is written down, by the
 * same look that follows an event.
 */
export async function saveCard(
  deps: CardDeps,
  member: Member,
  given: Omit<ChargedCard, 'customerId'>,
): Promise<{ customerId: string }> {
  demand(member, 'billing.write');
  const payments = demandPayments(deps);
  const { scope } = member;
  const payer = await deps.database.transaction(scope, (tx) => findPayerRow(tx, scope, null));
  return keepCard(deps, payments, { scope, payer, actor: actorOf(member) }, given);
}

/** The same for whoever pays, once it is known that they may; `payer` null: they never began to. */
export async function keepCard(
  { database, log, objects }: CardDeps,
  payments: PaymentProvider,
  { scope, payer, actor }: { scope: Scope; payer: PayerRow | null; actor: string },
  given: Omit<ChargedCard, 'customerId'>,
): Promise<{ customerId: string }> {
  const customerId = payer?.customerId;
  if (!payer || !customerId) fail('not_found');
  const { account } = payer;
  const { paymentMethodId } = given;
  const card = await askProvider(log, payments.findCard(account, paymentMethodId));
  if (card?.customerId !== customerId) fail('not_found');
  await askProvider(log, payments.chargeCard(account, { ...given, customerId }, randomUUID()));
  await database.transaction(scope, (tx) =>
    recordAudit(tx, scope, { actor, action: 'payer.save_card', target: payer.id, details: { paymentMethodId } }),
  );
  await objects.look({ account, kind: 'customer', id: customerId });
  return { customerId };
}
