import { randomUUID } from 'node:crypto';
import { fail } from '@antiphon/contract/errors';
import { newPayerId, type PayerId } from '@antiphon/contract/ids';
import type { CardSetup, WorkspaceCard } from '@antiphon/contract/payments';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { findWorkspacePayer, insertWorkspacePayer, setCustomer } from './payers.queries.ts';
import type { ChargedCard, PaymentProvider, PayObject } from './payments.ports.ts';

export type CardDeps = {
  database: Database;
  payments: PaymentProvider | null;
  /** `look`: what is there now is written down, before it returns or soon after. */
  objects: { look(object: PayObject): Promise<void> };
  log: Logger;
};

/** Not found where nobody can pay: in this region there is no such thing. */
const demandPayments = ({ payments }: CardDeps): PaymentProvider => payments ?? fail('not_found');

/** A failure of the provider's is not the caller's; why is for the log. */
const asked = <Answer>(log: Logger, call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    if (!(error instanceof VendorFailure)) throw error;
    log.warn({ err: error }, 'payments: the provider could not be asked');
    return fail('unavailable');
  });

export async function getCard(deps: CardDeps, scope: Scope): Promise<WorkspaceCard> {
  const { isLive } = demandPayments(deps);
  const payer = await deps.database.transaction(scope, (tx) => findWorkspacePayer(tx, scope));
  const { fingerprint: _fingerprint, ...card } = payer?.card ?? { fingerprint: null };
  return { card: payer?.card ? (card as WorkspaceCard['card']) : null, customerId: payer?.customerId ?? '', isLive };
}

/**
 * What a browser needs to hand a card to the provider. The payer is there before its customer is asked for, under the payer's own key:
 * however often that is tried, and by however many, it is one customer.
 */
export async function startCard(deps: CardDeps, member: Member): Promise<CardSetup> {
  demand(member, 'billing.write');
  const payments = demandPayments(deps);
  const { isLive, publishableKey } = payments;
  const customerId = await demandCustomer(deps, payments, member.scope);
  // Lost, it is another one: nothing is charged by it.
  const setup = await asked(deps.log, payments.createCardSetup('', customerId, randomUUID()));
  return { clientSecret: setup.clientSecret, publishableKey, isLive };
}

async function demandCustomer({ database, log }: CardDeps, payments: PaymentProvider, scope: Scope): Promise<string> {
  const payer = await database.transaction(scope, async (tx) => {
    await insertWorkspacePayer(tx, scope, newPayerId());
    return findWorkspacePayer(tx, scope);
  });
  if (!payer) fail('not_found');
  if (payer.customerId) return payer.customerId;
  const made = await asked(log, payments.createCustomer('', { payer: payer.id }, `${payer.id}:customer`));
  return database.transaction(scope, async (tx) => {
    await setCustomer(tx, scope, payer.id as PayerId, made.id);
    return (await findWorkspacePayer(tx, scope))?.customerId ?? fail('not_found');
  });
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
  const { database, log, objects } = deps;
  const { scope } = member;
  const payer = await database.transaction(scope, (tx) => findWorkspacePayer(tx, scope));
  const customerId = payer?.customerId;
  if (!payer || !customerId) fail('not_found');
  const { paymentMethodId } = given;
  const card = await asked(log, payments.findCard('', paymentMethodId));
  if (card?.customerId !== customerId) fail('not_found');
  await asked(log, payments.chargeCard('', { ...given, customerId }, randomUUID()));
  await database.transaction(scope, (tx) =>
    recordAudit(tx, scope, {
      actor: actorOf(member),
      action: 'payer.save_card',
      target: payer.id,
      details: { paymentMethodId },
    }),
  );
  await objects.look({ account: '', kind: 'customer', id: customerId });
  return { customerId };
}
