import { memberProcedure, payingMemberProcedure, secretProcedure, takeRate } from '../../http/procedures.ts';
import { payAddressOf } from './pay-address.rules.ts';
import { type CardDeps, getCard, saveCard, startCard } from './take-card.ts';

/** Whoever tries stolen cards one after the other is not helped by us. */
const SETUPS = { max: 5, windowSeconds: 3_600 };

export const paymentsRoutes = (deps: CardDeps) => ({
  getCard: memberProcedure.payments.getCard.handler(({ context }) => getCard(deps, context.scope)),
  startCard: secretProcedure.payments.startCard.handler(async ({ context }) => {
    await takeRate(context, [{ key: `card:workspace:${context.scope.workspaceUid}`, ...SETUPS }]);
    return startCard(deps, context.member);
  }),
  saveCard: payingMemberProcedure.payments.saveCard.handler(({ context, input }) => {
    const { paymentMethodId, email, name, phone, address } = input;
    return saveCard(deps, context.member, {
      ...{ paymentMethodId, email, name, phone: phone ?? '' },
      address: payAddressOf(address),
    });
  }),
});
