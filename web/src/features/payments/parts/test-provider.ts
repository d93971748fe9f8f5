import type { Confirmed, Intent } from './provider.ts';

/** What is typed of a card. It goes to the provider alone. */
export type TypedCard = { number: string; month: number; year: number; cvc: string; name: string; country: string };

const BASE = '/test-mode';

/** As Stripe.js does it at the provider: with the setup's own secret and the key that everybody may know. */
export const confirmCard = (intent: Intent, card: TypedCard): Promise<Confirmed> =>
  ask(intent, '/confirm', {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number.replaceAll(' ', ''),
    'payment_method_data[card][exp_month]': String(card.month),
    'payment_method_data[card][exp_year]': String(card.year),
    'payment_method_data[card][cvc]': card.cvc,
    'payment_method_data[billing_details][name]': card.name,
    'payment_method_data[billing_details][address][country]': card.country,
    use_stripe_sdk: 'true',
  });

/** With the card that is on file. */
export const confirmPayment = (intent: Intent): Promise<Confirmed> =>
  ask(intent, '/confirm', { use_stripe_sdk: 'true' });

/** What became of it, while its holder is at their bank's page. */
export const lookAtIntent = (intent: Intent): Promise<Confirmed> => ask(intent, '', null);

async function ask(
  { clientSecret, publishableKey, accountId }: Intent,
  what: string,
  fields: Record<string, string> | null,
) {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const known = new URLSearchParams({ key: publishableKey, client_secret: clientSecret, ...fields });
  if (accountId) known.set('_stripe_account', accountId);
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const url = `${BASE}/v1/${kind}/${id}${what}`;
  const answer = fields ? await fetch(url, { method: 'POST', body: known }) : await fetch(`${url}?${known}`);
  return read(await answer.json());
}

type Answer = {
  error?: { message?: string };
  status?: string;
  payment_method?: string | null;
  next_action?: { use_stripe_sdk?: { stripe_js?: string } } | null;
  last_setup_error?: { message?: string } | null;
  last_payment_error?: { message?: string } | null;
};

function read(intent: Answer): Confirmed {
  if (intent.status === 'succeeded' && intent.payment_method)
    return { state: 'agreed', paymentMethodId: intent.payment_method };
  const page = intent.status === 'requires_action' && intent.next_action?.use_stripe_sdk?.stripe_js;
  if (page) return { state: 'asks', path: BASE + new URL(page).pathname.replace(BASE, '') };
  return {
    state: 'declined',
    ...(intent.status && { status: intent.status }),
    message: intent.error?.message ?? intent.last_setup_error?.message ?? intent.last_payment_error?.message ?? '',
  };
}
