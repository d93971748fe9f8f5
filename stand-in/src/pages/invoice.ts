import { missing } from '../http/stripe-error.ts';
import { intentOf } from '../invoices/finalize.ts';
import type { Invoice } from '../invoices/make-invoice.ts';
import { intentFailed } from '../invoices/pay-invoice.ts';
import { attempt } from '../payments/attempt.ts';
import type { Transaction } from '../store/transaction.ts';
import { cardFields, problem, readCard } from './card-form.ts';
import { day, type Html, html, money } from './html.ts';
import { page } from './layout.ts';
import type { PageAnswer, Visit } from './visit.ts';

function find(tx: Transaction, [id = '', secret = '']: string[]): Invoice {
  const invoice = tx.get('invoices', id);
  if (!invoice.hosted_invoice_url?.endsWith(`/${id}/${secret}`) || secret === '') throw missing('invoice', id);
  return invoice;
}

const STATES: Record<string, string> = { open: 'Open', paid: 'Paid', void: 'Void', draft: 'Draft' };

function body(invoice: Invoice, filled: Record<string, string>, wrong: string | null): Html {
  const sum = (amount: number) => money(amount, invoice.currency);
  const lines = invoice.lines.data.map(
    (line) => html`<tr><th scope="row">${line.description ?? 'Item'}</th><td>${sum(line.amount)}</td></tr>`,
  );
  const discount = (invoice.total_discount_amounts ?? []).reduce((total, one) => total + one.amount, 0);
  const taxes = (invoice.total_taxes ?? []).map(
    (tax) =>
      html`<tr><th scope="row">${tax.tax_behavior === 'inclusive' ? 'Tax (included)' : 'Tax'}</th><td>${sum(tax.amount)}</td></tr>`,
  );
  return html`<h1>Invoice ${invoice.number}</h1>
<p class="quiet">${STATES[invoice.status ?? ''] ?? invoice.status} · ${day(invoice.created)}${invoice.customer_name ? html` · ${invoice.customer_name}` : null}</p>
${problem(wrong)}
<table>${lines}
${discount > 0 ? html`<tr><th scope="row">Discount</th><td>−${sum(discount)}</td></tr>` : null}
${taxes}
<tr class="sum"><th scope="row">${invoice.status === 'paid' ? 'Paid' : 'Total'}</th><td>${sum(invoice.total)}</td></tr></table>
${invoice.status === 'open' ? html`<form method="post">${cardFields(filled)}<button>Pay ${sum(invoice.amount_due)}</button></form>` : null}`;
}

export function showInvoice({ tx, ids }: Visit): PageAnswer {
  const invoice = find(tx, ids);
  return { status: 200, html: page(`Invoice ${invoice.number}`, body(invoice, {}, null)) };
}

export function payFromPage({ tx, ids, form }: Visit): PageAnswer {
  const invoice = find(tx, ids);
  const intent = intentOf(tx, invoice);
  const again = (text: string): PageAnswer => ({
    status: 400,
    html: page(`Invoice ${invoice.number}`, body(invoice, form, text)),
  });
  if (invoice.status !== 'open' || !intent) return showInvoice({ tx, ids, form });
  const method = readCard(tx, form, invoice.customer_email);
  if (typeof method === 'string') return again(method);
  const outcome = attempt(tx, intent, method, { isOffSession: false, returnUrl: invoice.hosted_invoice_url ?? null });
  if (outcome.kind === 'declined') {
    intentFailed(tx, intent);
    return again(outcome.decline.message);
  }
  return { redirect: intent.next_action?.redirect_to_url?.url ?? invoice.hosted_invoice_url ?? '' };
}
