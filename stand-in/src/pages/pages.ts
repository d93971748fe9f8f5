import type { Clock } from '../clock.ts';
import { parseForm } from '../http/read-params.ts';
import { StripeError } from '../http/stripe-error.ts';
import type { Store } from '../store/store.ts';
import { showAuthentication, takeAuthentication } from './authenticate.ts';
import { showCheckout, takeCheckout } from './checkout.ts';
import { html } from './html.ts';
import { payFromPage, showInvoice } from './invoice.ts';
import { page } from './layout.ts';
import { showOnboarding, takeOnboarding } from './onboarding.ts';
import type { PageAnswer, Visit } from './visit.ts';

type Page = { show: (visit: Visit) => PageAnswer; take: (visit: Visit) => PageAnswer };

const PAGES: Record<string, Page> = {
  authenticate: { show: showAuthentication, take: takeAuthentication },
  checkout: { show: showCheckout, take: takeCheckout },
  invoices: { show: showInvoice, take: payFromPage },
  onboarding: { show: showOnboarding, take: takeOnboarding },
};

const notFound = (): PageAnswer => ({
  status: 404,
  html: page('Not found', html`<h1>Not found</h1><p>There is no such page, or it is over.</p>`),
});

/** Each page is of one account, and known to whoever was handed its address. */
export function answerPage(store: Store, clock: Clock, method: string, path: string, body: string): PageAnswer {
  const [, name = '', account = '', ...ids] = path.split('/').map(decodeURIComponent);
  const found = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (!found || account === '' || (method !== 'GET' && method !== 'POST')) return notFound();
  const sent = method === 'POST' ? parseForm(body) : {};
  const form = Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, String(value).trim()]));
  const tx = store.begin(account, clock.now());
  try {
    const answer = (method === 'POST' ? found.take : found.show)({ tx, ids, form });
    tx.commit();
    return answer;
  } catch (error) {
    if (error instanceof StripeError && error.status === 404) return notFound();
    throw error;
  }
}
