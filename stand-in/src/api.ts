import type { IncomingHttpHeaders } from 'node:http';
import { API_VERSION } from './events/emit.ts';
import { type Answer, findAnswer, hashOf, inFlight, keepAnswer } from './http/answers.ts';
import { readAccount, readKey } from './http/authenticate.ts';
import { expandAll } from './http/expand.ts';
import { parseForm, parseJson, readParams } from './http/read-params.ts';
import { type KeyKind, matchRoute, type Route } from './http/routes.ts';
import { invalid, StripeError } from './http/stripe-error.ts';
import { accounts } from './resources/accounts.ts';
import { applicationFees, charges } from './resources/charges.ts';
import { checkoutSessions } from './resources/checkout-sessions.ts';
import { coupons, promotionCodes, taxRates } from './resources/coupons.ts';
import { customers } from './resources/customers.ts';
import { events } from './resources/events.ts';
import { invoiceItems } from './resources/invoice-items.ts';
import { invoices } from './resources/invoices.ts';
import { paymentIntents } from './resources/payment-intents.ts';
import { paymentMethods } from './resources/payment-methods.ts';
import { PREVIEW_PATH, preview } from './resources/preview.ts';
import { prices, products } from './resources/products.ts';
import { setupIntents } from './resources/setup-intents.ts';
import { subscriptionItems } from './resources/subscription-items.ts';
import { subscriptions } from './resources/subscriptions.ts';
import type { Store } from './store/store.ts';

/** All that there is; anything else is a 404. The preview stands before what looks like an invoice of that name. */
export const ROUTES: readonly Route[] = [
  ...preview,
  ...accounts,
  ...applicationFees,
  ...charges,
  ...checkoutSessions,
  ...coupons,
  ...customers,
  ...events,
  ...invoiceItems,
  ...invoices,
  ...paymentIntents,
  ...paymentMethods,
  ...prices,
  ...products,
  ...promotionCodes,
  ...setupIntents,
  ...subscriptionItems,
  ...subscriptions,
  ...taxRates,
];

const KEY_LENGTH_MAX = 255;

export type Request = { method: string; path: string; query: string; headers: IncomingHttpHeaders; body: string };

type Prepared = {
  route: Route;
  ids: string[];
  account: string;
  key: KeyKind;
  params: unknown;
  expand: readonly string[];
  /** The caller's own name for this call, and what it must be equal in to be the same call. */
  idempotency: { key: string; hash: string } | null;
};

const answerOf = (error: StripeError): Answer => ({
  status: error.status,
  body: JSON.stringify({ error: error.body }, null, 2),
});

/** Stripe's own answers, made of what is stored. */
export class Api {
  private readonly store: Store;
  private readonly now: () => number;
  private readonly running = new Set<string>();

  constructor(store: Store, now: () => number) {
    this.store = store;
    this.now = now;
  }

  /** Answers once what was changed is on the disk. Whoever asks with a key that is in use meanwhile is told so. */
  answer(request: Request): { answer: Answer; release: () => void } {
    const none = () => undefined;
    let prepared: Prepared;
    try {
      prepared = this.prepare(request);
    } catch (error) {
      if (error instanceof StripeError) return { answer: answerOf(error), release: none };
      throw error;
    }
    const name = prepared.idempotency ? `${prepared.account} ${prepared.idempotency.key}` : null;
    if (name === null) return { answer: this.execute(prepared), release: none };
    if (this.running.has(name)) return { answer: answerOf(inFlight(prepared.idempotency?.key ?? '')), release: none };
    this.running.add(name);
    return { answer: this.execute(prepared), release: () => this.running.delete(name) };
  }

  private prepare({ method, path, query, headers, body }: Request): Prepared {
    const isV2 = path.startsWith('/v2/');
    const sent = method === 'POST' ? (isV2 ? parseJson(body) : parseForm(body)) : parseForm(query);
    const { key: inBody, _stripe_account, _stripe_version, ...params } = (sent ?? {}) as Record<string, unknown>;
    const { kind, platform } = readKey(headers, isV2 ? undefined : inBody);
    const match = matchRoute(ROUTES, method, path);
    if (!match)
      throw new StripeError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`,
      });
    const version = headers['stripe-version'] ?? _stripe_version ?? API_VERSION;
    if (version !== API_VERSION)
      throw invalid(`Invalid Stripe API version: ${version}. The stand-in speaks ${API_VERSION}.`);
    if (!match.route.keys.includes(kind))
      throw new StripeError(401, {
        type: 'invalid_request_error',
        message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
      });
    const account = readAccount(
      this.store,
      platform,
      (headers['stripe-account'] ?? _stripe_account) as string | undefined,
    );
    const read = readParams(match.route.schema, params) as { expand?: string[] };
    return {
      ...match,
      account,
      key: kind,
      params: read,
      expand: isV2 ? [] : (read.expand ?? []),
      idempotency:
        method === 'GET'
          ? null
          : nameOf(headers['idempotency-key'], hashOf(method, path, method === 'POST' ? body : query)),
    };
  }

  private execute(prepared: Prepared): Answer {
    const { idempotency } = prepared;
    const tx = this.store.begin(prepared.account, this.now());
    let answer: Answer;
    try {
      const kept = idempotency && findAnswer(tx, idempotency.key, idempotency.hash);
      if (kept) return kept;
      const result = prepared.route.run({ tx, ids: prepared.ids, params: prepared.params, key: prepared.key });
      answer = { status: 200, body: JSON.stringify(expandAll(tx, result, prepared.expand), null, 2) };
      if (prepared.route.path === PREVIEW_PATH) return answer;
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      answer = answerOf(error);
      if (error.body.type === 'idempotency_error') return answer;
      if (!error.isKept) return this.keepAlone(prepared, answer);
    }
    if (idempotency) keepAnswer(tx, idempotency.key, idempotency.hash, answer);
    tx.commit();
    return answer;
  }

  /** Nothing happened but that it was refused, which the same key is told again. */
  private keepAlone({ account, idempotency }: Prepared, answer: Answer): Answer {
    if (!idempotency) return answer;
    const tx = this.store.begin(account, this.now());
    keepAnswer(tx, idempotency.key, idempotency.hash, answer);
    tx.commit();
    return answer;
  }

  /** What a caller is told instead of the truth is what the same key is told again, as with a failure of Stripe's own. */
  replaceAnswer(request: Request, status: number, body: string): void {
    const { idempotency, account } = this.prepare(request);
    if (!idempotency) return;
    const tx = this.store.begin(account, this.now());
    keepAnswer(tx, idempotency.key, idempotency.hash, { status, body });
    tx.commit();
  }
}

function nameOf(sent: string | string[] | undefined, hash: string): Prepared['idempotency'] {
  if (sent === undefined || sent === '') return null;
  const key = String(sent);
  if (key.length > KEY_LENGTH_MAX) throw invalid('Idempotency keys can be at most 255 characters long.');
  return { key, hash };
}
