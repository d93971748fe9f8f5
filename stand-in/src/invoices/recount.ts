import { type DiscountOf, type Priced, type TaxOf, totalsOf } from '../money/totals.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';

type Invoice = Tables['invoices'];

const discountOf = (tx: Transaction, id: string): DiscountOf => {
  const coupon = tx.find('coupons', tx.get('discounts', id).source.coupon);
  return { id, percentOff: coupon?.percent_off ?? null, amountOff: coupon?.amount_off ?? null };
};

const taxOf = (tx: Transaction, id: string): TaxOf => {
  const { percentage, inclusive } = tx.get('tax_rates', id, 'tax_rates');
  return { id, percentage, inclusive };
};

/** Counts an invoice anew from its lines, discounts and tax rates. */
export function recount(tx: Transaction, invoice: Invoice): Invoice {
  const own = tx.hidden('invoices', invoice.id).taxRates ?? {};
  const defaults = invoice.default_tax_rates.map(({ id }) => id);
  const lines: Priced[] = invoice.lines.data.map((line) => ({
    amount: line.amount,
    isDiscountable: line.discountable,
    taxRates: (own[line.id] ?? defaults).map((id) => taxOf(tx, id)),
  }));
  const totals = totalsOf(
    lines,
    invoice.discounts.map((id) => discountOf(tx, id)),
  );
  invoice.lines.data.forEach((line, at) => {
    const cut = totals.discounts.map(({ id, parts }) => ({ discount: id, amount: parts[at] ?? 0 }));
    line.discount_amounts = cut;
    line.pretax_credit_amounts = cut.map((one) => ({ ...one, type: 'discount' }));
    line.taxes = totals.taxes
      .filter(({ rate }) => lines[at]?.taxRates.some(({ id }) => id === rate.id))
      .map(({ rate, parts, taxableParts }) => {
        const amount = parts[at] ?? 0;
        return taxed(rate, amount, (taxableParts[at] ?? 0) - (rate.inclusive ? amount : 0));
      });
  });
  const inclusive = totals.taxes.filter(({ rate }) => rate.inclusive).reduce((sum, { amount }) => sum + amount, 0);
  invoice.subtotal = totals.subtotal;
  invoice.subtotal_excluding_tax = totals.subtotal - inclusive;
  invoice.total = totals.total;
  invoice.total_excluding_tax = totals.total - totals.tax - inclusive;
  invoice.total_discount_amounts = totals.discounts.map(({ id, amount }) => ({ discount: id, amount }));
  invoice.total_pretax_credit_amounts = totals.discounts.map(({ id, amount }) => ({
    discount: id,
    amount,
    type: 'discount',
  }));
  invoice.total_taxes = totals.taxes.map(({ rate, amount, taxable }) => taxed(rate, amount, taxable));
  invoice.starting_balance = tx.find('customers', invoice.customer)?.balance ?? 0;
  invoice.amount_due = Math.max(0, invoice.total + invoice.starting_balance);
  invoice.amount_remaining = invoice.amount_due - invoice.amount_paid;
  return invoice;
}

const taxed = ({ id, inclusive }: TaxOf, amount: number, taxable: number) => ({
  amount,
  tax_behavior: inclusive ? ('inclusive' as const) : ('exclusive' as const),
  tax_rate_details: { tax_rate: id },
  taxability_reason: 'not_available' as const,
  taxable_amount: taxable,
  type: 'tax_rate_details' as const,
});
