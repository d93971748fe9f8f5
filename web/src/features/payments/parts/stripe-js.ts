import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { CardValues } from './card-fields.ts';
import type { Confirmed, Intent, Provider, ProviderFields } from './provider.ts';

const loaded = new Map<string, Promise<Stripe>>();

/** Stripe.js (https://docs.stripe.com/js) of one account. Rejects where it does not come; asked again it is loaded anew. */
export function loadProvider({ publishableKey, accountId = '' }: Provider): Promise<Stripe> {
  const key = `${publishableKey} ${accountId}`;
  const known = loaded.get(key);
  if (known) return known;
  const options = { locale: 'auto', ...(accountId && { stripeAccount: accountId }) } as const;
  const loading = loadStripe(publishableKey, options).then(
    (stripe) => stripe ?? Promise.reject(new Error('no Stripe')),
  );
  loaded.set(key, loading);
  loading.catch(() => loaded.delete(key));
  return loading;
}

/** Nobody asks for a setup before a card is typed: fields stand without one. */
export const makeElements = (stripe: Stripe, look: { isDark: boolean; color: string; text: string; surface: string }) =>
  stripe.elements({
    mode: 'setup',
    currency: 'usd',
    setupFutureUsage: 'off_session',
    allowedPaymentMethodTypes: ['card'],
    appearance: {
      theme: look.isDark ? 'night' : 'stripe',
      variables: { colorPrimary: look.color, colorText: look.text, colorBackground: look.surface, borderRadius: '8px' },
    },
  });

/** Whose card it is stands in fields of ours. */
export const CARD_ALONE = {
  fields: { billingDetails: { name: 'never', email: 'never', address: 'never' } },
  wallets: { applePay: 'never', googlePay: 'never' },
} as const;

export const makeFields = (stripe: Stripe, elements: StripeElements): ProviderFields => ({
  async check() {
    const { error } = await elements.submit();
    return error ? (error.message ?? '') : null;
  },
  async confirmCard({ clientSecret }, holder) {
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      clientSecret,
      redirect: 'if_required',
      confirmParams: { return_url: location.href, payment_method_data: { billing_details: detailsOf(holder) } },
    });
    if (error) return { state: 'declined', message: error.message ?? '' };
    return outcomeOf(setupIntent);
  },
});

/** Each of the fields that are not asked for has to be told, also where it is empty. */
const detailsOf = ({ name, email, line1, line2, city, state, postalCode, country }: CardValues) => ({
  name,
  email,
  address: { line1, line2, city, state, postal_code: postalCode, country },
});

/** The holder is asked in a window of Stripe's own. */
export async function confirmPayment(intent: Intent): Promise<Confirmed> {
  const stripe = await loadProvider(intent);
  const { error, paymentIntent, setupIntent } = await stripe.handleNextAction({ clientSecret: intent.clientSecret });
  if (error) return { state: 'declined', message: error.message ?? '' };
  return outcomeOf(paymentIntent ?? setupIntent);
}

const outcomeOf = (found?: { status: string; payment_method: string | { id: string } | null }): Confirmed => {
  const method = found?.payment_method;
  return found && method && (found.status === 'succeeded' || found.status === 'processing')
    ? { state: 'agreed', paymentMethodId: typeof method === 'string' ? method : method.id }
    : { state: 'declined', message: '', ...(found && { status: found.status }) };
};
