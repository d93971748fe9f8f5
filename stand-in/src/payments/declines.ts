import { StripeError } from '../http/stripe-error.ts';

export type Decline = {
  type: 'card_error';
  code: string;
  decline_code?: string;
  message: string;
  advice_code?: 'do_not_try_again' | 'try_again_later';
};

export const declineOf = (reason: 'generic_decline' | 'insufficient_funds'): Decline => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code: reason,
  message: reason === 'insufficient_funds' ? 'Your card has insufficient funds.' : 'Your card was declined.',
  advice_code: reason === 'insufficient_funds' ? 'try_again_later' : 'do_not_try_again',
});

export const NOT_AUTHENTICATED: Decline = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export const NOT_A_TEST_CARD: Decline = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'test_mode_live_card',
  message: 'Your card was declined. Your request was in test mode, but used a non test card.',
};

/** A payment that failed is remembered although the answer is an error. */
export const declined = (decline: Decline, more: Record<string, unknown> = {}, isKept = true) =>
  new StripeError(402, { ...decline, ...more }, isKept);

export const refusedCard = () => new StripeError(402, { ...NOT_A_TEST_CARD, param: 'number' });
