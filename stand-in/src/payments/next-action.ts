import type { Transaction } from '../store/transaction.ts';

/** The bank's page. Its address holds the intent's secret: nobody else opens it. */
export const authenticationUrl = (tx: Transaction, intent: { id: string; client_secret: string | null }) =>
  `${tx.pagesUrl}/authenticate/${tx.account}/${intent.id}/${intent.client_secret?.split('_secret_')[1]}`;

export const nextAction = (url: string, returnUrl: string | null) =>
  returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } };
