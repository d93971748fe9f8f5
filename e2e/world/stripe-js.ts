import type { Page } from '@playwright/test';

/**
 * Stripe.js as the screens use it, on the stand-in of the provider: nothing of the real one works without a network. What its types do
 * not know is an error here, too. Whether the real one answers so is for somebody with a key (docs/runbooks/payments.md).
 */
export async function routeStripeJs(page: Page) {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${stripeJs.toString()})()` }),
  );
}

type Intent = {
  object: string;
  status: string;
  error?: object;
  next_action?: { use_stripe_sdk?: { stripe_js?: string } } | null;
  last_setup_error?: object | null;
  last_payment_error?: object | null;
};
type Setup = {
  elements: { number(): string };
  clientSecret: string;
  confirmParams: {
    payment_method_data: { billing_details: { name: string; email: string; address: Record<string, string> } };
  };
};

/** Runs in the page. */
function stripeJs() {
  const only = (what: string, given: object, known: string[]) => {
    const unknown = Object.keys(given).filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new Error(`${what}: ${unknown.join(', ')} is unknown`);
  };
  const call = async (
    key: string,
    account: string | undefined,
    clientSecret: string,
    fields: Record<string, string> | null,
  ) => {
    const id = clientSecret.split('_secret_')[0] ?? '';
    const known = new URLSearchParams({ key, client_secret: clientSecret, ...fields });
    if (account) known.set('_stripe_account', account);
    const url = `/test-mode/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`;
    const answer = fields
      ? await fetch(`${url}/confirm`, { method: 'POST', body: known })
      : await fetch(`${url}?${known}`);
    return (await answer.json()) as Intent;
  };
  /** The window of Stripe's in which a bank asks. */
  const ask = async (page: string, look: () => Promise<Intent>) => {
    const frame = document.createElement('iframe');
    frame.title = '3-D Secure';
    frame.src = `/test-mode${new URL(page).pathname.replace('/test-mode', '')}`;
    frame.style.cssText = 'position:fixed;inset:10%;z-index:9999;width:80%;height:80%;background:white';
    document.body.append(frame);
    for (;;) {
      const found = await look();
      if (found.status !== 'requires_action') {
        frame.remove();
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const settle = async (found: Intent, look: () => Promise<Intent>) => {
    if (found.error) return { error: found.error };
    const page = found.next_action?.use_stripe_sdk?.stripe_js;
    const last = found.status === 'requires_action' && page ? await ask(page, look) : found;
    const error = last.last_setup_error ?? last.last_payment_error;
    if (last.status !== 'succeeded' && error) return { error };
    return last.object === 'setup_intent' ? { setupIntent: last } : { paymentIntent: last };
  };
  const Stripe = (key: string, options: { stripeAccount?: string; locale?: string } = {}) => {
    only('Stripe', options, ['stripeAccount', 'locale']);
    const account = options.stripeAccount;
    return {
      _registerWrapper() {},
      elements(group: object) {
        only('elements', group, ['mode', 'currency', 'setupFutureUsage', 'allowedPaymentMethodTypes', 'appearance']);
        let input: HTMLInputElement | null = null;
        return {
          number: () => input?.value ?? '',
          async submit() {
            return (input?.value ?? '') === '' ? { error: { message: 'Your card number is incomplete.' } } : {};
          },
          create(kind: string, look: object) {
            if (kind !== 'payment') throw new Error(`${kind} is unknown`);
            only('payment', look, ['fields', 'wallets']);
            const heard: Record<string, () => void> = {};
            return {
              on(name: string, hear: () => void) {
                heard[name] = hear;
              },
              mount(place: HTMLElement) {
                input = document.createElement('input');
                input.setAttribute('aria-label', 'Number, at the provider');
                place.append(input);
                setTimeout(() => heard.ready?.(), 50);
              },
              destroy: () => input?.remove(),
            };
          },
        };
      },
      async confirmSetup(given: Setup) {
        only('confirmSetup', given, ['elements', 'clientSecret', 'redirect', 'confirmParams']);
        only('confirmParams', given.confirmParams, ['return_url', 'payment_method_data']);
        const { name, email, address, ...rest } = given.confirmParams.payment_method_data.billing_details;
        only('billing_details', rest, []);
        for (const field of ['line1', 'line2', 'city', 'state', 'postal_code', 'country'])
          if (typeof address[field] !== 'string') throw new Error(`the address lacks ${field}`);
        if (typeof name !== 'string' || typeof email !== 'string')
          throw new Error('name and email are asked for nowhere');
        const found = await call(key, account, given.clientSecret, {
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': given.elements.number().replaceAll(' ', ''),
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2034',
          'payment_method_data[card][cvc]': '123',
          'payment_method_data[billing_details][name]': name,
          'payment_method_data[billing_details][address][country]': address.country ?? '',
          use_stripe_sdk: 'true',
        });
        return settle(found, () => call(key, account, given.clientSecret, null));
      },
      async handleNextAction(given: { clientSecret: string }) {
        only('handleNextAction', given, ['clientSecret']);
        const look = () => call(key, account, given.clientSecret, null);
        const found = await look();
        if (found.status !== 'requires_action')
          throw new Error(`handleNextAction of an intent that is ${found.status}`);
        return settle(found, look);
      },
    };
  };
  Object.assign(globalThis, { Stripe: Object.assign(Stripe, { version: 'endive' }) });
}
