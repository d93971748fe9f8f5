import { StripeError } from '../http/stripe-error.ts';
import { makePaymentMethod, type PaymentMethod } from '../payments/make-payment-method.ts';
import type { Transaction } from '../store/transaction.ts';
import { type Html, html } from './html.ts';

type Form = Record<string, string>;

/** What was wrong with the last try, said where a screen reader reads it first. */
export const problem = (text: string | null): Html | null =>
  text === null ? null : html`<p class="error" role="alert">${text}</p>`;

export const cardFields = (form: Form): Html => html`<label>Card number
<input name="number" inputmode="numeric" autocomplete="cc-number" required placeholder="4242 4242 4242 4242" value="${form.number}"></label>
<div class="pair">
<label>Expires (MM / YY)
<input name="expiry" inputmode="numeric" autocomplete="cc-exp" required placeholder="12 / 34" value="${form.expiry}"></label>
<label>Security code
<input name="cvc" inputmode="numeric" autocomplete="cc-csc" required placeholder="123" maxlength="4"></label>
</div>
<label>Name on the card
<input name="name" autocomplete="cc-name" required maxlength="200" value="${form.name}"></label>
<label>Country (two letters)
<input name="country" autocomplete="country" required pattern="[A-Za-z]{2}" maxlength="2" placeholder="US" value="${form.country}"></label>`;

/** A card of what was filled in, or the sentence that says what is wrong with it. */
export function readCard(tx: Transaction, form: Form, email: string | null): PaymentMethod | string {
  const [, month, year] = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(form.expiry ?? '') ?? [];
  if (!month || Number(month) < 1 || Number(month) > 12) return 'Please fill in when the card expires, as in 12 / 34.';
  if (!/^\d{3,4}$/.test(form.cvc ?? '')) return 'Please fill in the security code of the card.';
  try {
    return makePaymentMethod(tx, {
      type: 'card',
      card: { number: form.number ?? '', exp_month: Number(month), exp_year: Number(year), cvc: form.cvc ?? '' },
      billing_details: {
        ...(email ? { email } : {}),
        ...(form.name ? { name: form.name } : {}),
        address: { country: (form.country ?? '').toUpperCase() },
      },
    });
  } catch (error) {
    if (error instanceof StripeError) return error.message;
    throw error;
  }
}
