import { fail } from '@antiphon/contract/errors';
import type { BillingDetails, PaymentMethod } from '@antiphon/contract/payments';
import { askProvider, type PayerDeps } from './demand-payer.ts';
import type { PayerRow } from './lock-payer.ts';
import type { PayAccount, PayDetails, PaymentProvider } from './payments.ports.ts';

/** The card that is charged, with the address that the provider has; null where nothing can be charged. */
export async function findPaymentMethod(
  deps: PayerDeps,
  payments: PaymentProvider,
  accountId: PayAccount,
  { card, paymentMethodId: id, customerId }: PayerRow,
): Promise<PaymentMethod | null> {
  if (!card || id === null || customerId === null) return null;
  const { brand, last4, expMonth: exp_month, expYear: exp_year } = card;
  const billing_details = await findBillingDetails(deps, payments, { accountId, customerId });
  return { id, customer: customerId, card: { brand, last4, exp_month, exp_year }, billing_details };
}

/** Errors: `not_found` where the provider has no such customer, `unavailable` where it cannot be asked. */
export async function findBillingDetails(
  deps: PayerDeps,
  payments: PaymentProvider,
  { accountId, customerId }: { accountId: PayAccount; customerId: string },
): Promise<BillingDetails> {
  const found = await askProvider(deps.log, payments.findDetails(accountId, customerId));
  const { address, ...details } = found ?? fail('not_found');
  return { ...details, address: presentAddress(address) };
}

const presentAddress = ({ postalCode: postal_code, ...lines }: PayDetails['address']): BillingDetails['address'] => ({
  ...lines,
  postal_code,
});
