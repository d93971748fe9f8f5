import { missing } from '../http/stripe-error.ts';
import { intentFailed } from '../invoices/pay-invoice.ts';
import { finishAttempt } from '../payments/attempt.ts';
import { completeSession, sessionOf } from '../payments/checkout.ts';
import { finishSetup } from '../payments/setup.ts';
import type { Transaction } from '../store/transaction.ts';
import { addressWith } from './address-with.ts';
import { html, money } from './html.ts';
import { page } from './layout.ts';
import type { PageAnswer, Visit } from './visit.ts';

function find(tx: Transaction, [id = '', secret = '']: string[]) {
  const payment = tx.find('payment_intents', id);
  const setup = payment ? null : tx.find('setup_intents', id);
  const intent = payment ?? setup;
  if (!intent || intent.client_secret !== `${id}_secret_${secret}`) throw missing('intent', id);
  return { payment, setup, intent };
}

/** The page of the bank on which the holder of a card says that it is them. */
export function showAuthentication({ tx, ids }: Visit): PageAnswer {
  const { payment, intent } = find(tx, ids);
  if (intent.status !== 'requires_action')
    return {
      status: 200,
      html: page('Nothing to confirm', html`<h1>Nothing to confirm</h1><p>You may close this window.</p>`),
    };
  return {
    status: 200,
    html: page(
      '3-D Secure',
      html`<h1>3-D Secure test page</h1>
<p>${payment ? html`Your bank asks whether you want to pay <strong>${money(payment.amount, payment.currency)}</strong>.` : 'Your bank asks whether this card may be saved for later payments.'}</p>
<p class="quiet">A real bank would ask for a code or its app here.</p>
<form method="post">
<button name="answer" value="complete">Complete</button>
<button name="answer" value="fail" class="second">Fail</button>
</form>`,
    ),
  };
}

export function takeAuthentication({ tx, ids, form }: Visit): PageAnswer {
  const { payment, setup, intent } = find(tx, ids);
  const hasAgreed = form.answer === 'complete';
  const returnUrl = tx.hidden(payment ? 'payment_intents' : 'setup_intents', intent.id).returnUrl ?? null;
  if (setup) finishSetup(tx, setup, hasAgreed);
  if (payment) {
    const session = sessionOf(tx, payment);
    const outcome = finishAttempt(tx, payment, hasAgreed);
    if (outcome?.kind === 'declined') intentFailed(tx, payment);
    if (outcome?.kind === 'paid' && session) {
      const [own] = tx.all('invoice_payments', (one) => one.payment.payment_intent === payment.id);
      completeSession(tx, session, tx.find('invoices', own?.invoice));
      return { redirect: (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id) };
    }
  }
  const kind = payment ? 'payment_intent' : 'setup_intent';
  if (returnUrl)
    return {
      redirect: addressWith(returnUrl, {
        [kind]: intent.id,
        [`${kind}_client_secret`]: intent.client_secret ?? '',
        redirect_status: intent.status === 'succeeded' ? 'succeeded' : 'failed',
      }),
    };
  return {
    status: 200,
    html: page(
      'Done',
      html`<h1>${intent.status === 'succeeded' ? 'Confirmed' : 'Not confirmed'}</h1><p>You may close this window.</p>`,
    ),
  };
}
