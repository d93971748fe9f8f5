import type { BillingAccount } from '@antiphon/contract/client-billing';
import type { OrderId } from '@antiphon/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { api, currentRegion, query, toProblem } from '../../api.ts';
import { useClient } from '../client-sessions/use-client.ts';

/** What is read anew once something was bought, or was not: the org's credits stand in the bar. */
export const CHANGED = [query.clientBilling.key(), query.clientPlans.key(), query.clientSessions.key()];

/** On which account is bought. Null where there is nothing to buy from. */
export function useBillingAccount() {
  const { workspaceUid: agencyUserId } = useClient();
  const input = { agencyUserId, region: currentRegion() };
  const found = useQuery(query.clientBilling.getAccount.queryOptions({ input }));
  const isNone = found.isError && toProblem(found.error).code === 'not_found';
  return {
    isPending: found.isPending,
    problem: found.isError && !isNone ? toProblem(found.error) : null,
    retry: () => void found.refetch(),
    account: found.data?.accountId ? found.data : null,
  };
}

/** Where cards of the org are handed over. */
export const providerOf = ({ publishableKey, isStandIn, accountId }: BillingAccount) => ({
  publishableKey,
  isStandIn,
  accountId,
});

/** A payment of the org's. */
export const orderKit = (account: BillingAccount) => ({
  ...{ provider: providerOf(account), changed: CHANGED },
  look: (orderId: OrderId) => api.clientBilling.getOrder({ orderId }),
  cancel: (orderId: OrderId) => api.clientBilling.cancelOrder({ orderId }),
});

/** What would be asked of a customer that is not there yet is not asked. */
export function usePaymentMethod({ customerId, accountId }: BillingAccount) {
  const input = { customerId, accountId };
  const isThere = customerId !== '';
  const found = useQuery(query.clientBilling.getPaymentMethod.queryOptions({ input, enabled: isThere }));
  const card = found.data?.paymentMethod ?? null;
  const isMissing = !card && (found.isSuccess || !isThere);
  return { ...found, isPending: isThere && found.isPending, card, isMissing };
}
