import { fail } from '@antiphon/contract/errors';
import { clientProcedure } from '../../http/client-procedures.ts';
import type { RequestContext } from '../../http/context.ts';
import { answeredOnce, takeRate } from '../../http/procedures.ts';
import { payAddressOf } from '../payments/pay-address.rules.ts';
import type { CardDeps } from '../payments/take-card.ts';
import { type BuyDeps, buyCredits, quoteCredits } from './buy-credits.ts';
import type { Buyer } from './demand-org-payer.ts';
import { cancelOwnOrder, getOwnOrder, listOwnOrders } from './own-orders.ts';
import { getBillingAccount, getBillingDetails, getPaymentMethod, listClientInvoices } from './read-billing.ts';
import { getOrgRecharge, saveOrgRecharge, tryAgain } from './set-org-recharge.ts';
import { saveOrgCard, startOrgCard } from './take-org-card.ts';

/** Whoever tries stolen cards one after the other is not helped by us. */
const SETUPS = { max: 5, windowSeconds: 3_600 };
/** Each may charge a card. */
const PURCHASES = { max: 60, windowSeconds: 3_600 };
const TRIES = { max: 10, windowSeconds: 86_400 };
const QUOTES = { max: 120, windowSeconds: 3_600 };
/** Each asks the provider. */
const LOOKS = { max: 240, windowSeconds: 3_600 };

type Called = RequestContext & { client: Buyer };

const buyerOf = ({ client: { scope, actor } }: Called): Buyer => ({ scope, actor });
const take = (context: Called, name: string, rule: { max: number; windowSeconds: number }) =>
  takeRate(context, [{ key: `${name}:org:${context.client.actor.orgId}`, ...rule }]);

const own = clientProcedure.clientBilling;
const once = clientProcedure.use(answeredOnce).clientBilling;

export const clientBillingRoutes = (deps: CardDeps & BuyDeps) => ({
  getAccount: own.getAccount.handler(({ context, input }) => {
    if (input.agencyUserId !== context.scope.workspaceUid) fail('not_found');
    return getBillingAccount(deps, buyerOf(context));
  }),
  getPaymentMethod: own.getPaymentMethod.handler(async ({ context, input }) => {
    await take(context, 'card-look', LOOKS);
    return getPaymentMethod(deps, buyerOf(context), input);
  }),
  getBillingDetails: own.getBillingDetails.handler(async ({ context, input }) => {
    await take(context, 'card-look', LOOKS);
    return getBillingDetails(deps, buyerOf(context), input);
  }),
  listInvoices: own.listInvoices.handler(({ context, input }) => listClientInvoices(deps, buyerOf(context), input)),
  startCard: own.startCard.handler(async ({ context, input }) => {
    await take(context, 'card', SETUPS);
    const { orgId, workspaceStripeAccountId: accountId } = input;
    return startOrgCard(deps, buyerOf(context), { orgId, accountId });
  }),
  saveCard: once.saveCard.handler(({ context, input }) => {
    const {
      orgId,
      workspaceStripeAccountId: accountId,
      agencyId,
      paymentMethodId,
      email,
      name,
      phone,
      address,
    } = input;
    if (agencyId !== undefined && agencyId !== context.agency.agencyId) fail('not_found');
    return saveOrgCard(
      deps,
      buyerOf(context),
      { orgId, accountId },
      {
        ...{ paymentMethodId, email: email ?? null, name: name ?? null, phone: phone ?? '' },
        address: address ? payAddressOf(address) : null,
      },
    );
  }),
  quote: own.quote.handler(async ({ context, input }) => {
    await take(context, 'quote', QUOTES);
    return quoteCredits(deps, buyerOf(context), input.creditAmount);
  }),
  buyCredits: once.buyCredits.handler(async ({ context, input }) => {
    await take(context, 'pre-paid', PURCHASES);
    const { creditAmount, quoteId = null, orgId, workspaceId, clientId } = input;
    const isSelf = (sent: string | undefined, self: string) => sent === undefined || sent === self;
    if (!isSelf(workspaceId, context.scope.workspaceUid)) fail('not_found');
    if (!isSelf(clientId, context.client.actor.clientId)) fail('not_found');
    return buyCredits(deps, buyerOf(context), { orgId }, { creditAmount, quoteId });
  }),
  getRecharge: own.getRecharge.handler(({ context }) => getOrgRecharge(deps, buyerOf(context))),
  saveRecharge: once.saveRecharge.handler(({ context, input }) => {
    const { orgId, workspaceStripeAccountId: accountId, customer_id: customerId } = input;
    const { automaticBilling: isEnabled, threshold, amount } = input;
    const asked = {
      isEnabled,
      ...(threshold === undefined ? {} : { threshold }),
      ...(amount === undefined ? {} : { amount }),
    };
    return saveOrgRecharge(deps, buyerOf(context), { orgId, accountId, customerId }, asked);
  }),
  tryRechargeAgain: once.tryRechargeAgain.handler(async ({ context }) => {
    await take(context, 'recharge', TRIES);
    return tryAgain(deps, buyerOf(context));
  }),
  listOrders: own.listOrders.handler(({ context }) => listOwnOrders(deps, buyerOf(context))),
  getOrder: own.getOrder.handler(({ context, input }) => getOwnOrder(deps, buyerOf(context), input.orderId)),
  cancelOrder: once.cancelOrder.handler(({ context, input }) => cancelOwnOrder(deps, buyerOf(context), input.orderId)),
});
