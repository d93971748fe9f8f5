import type { BillingAccount } from '@antiphon/contract/client-billing';
import type { ClientPlan } from '@antiphon/contract/client-plans';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay, formatMoney } from '../../../ui/format/format.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { InvoiceWays } from '../../payments/invoice-ways.tsx';
import { usePaying } from '../../payments/use-paying.ts';
import { orderKit } from '../use-billing.ts';
import styles from './client-billing.module.css';

/** What a plan owes, until when it stays, and how it is made good: another card is added below. Nothing where nothing is owed. */
export function Owed({ plan, account }: { plan: ClientPlan; account: BillingAccount }) {
  const t = useTexts('payments');
  const { provider, changed } = orderKit(account);
  const { pay, ...state } = usePaying({
    provider,
    changed,
    success: t('unfinished.done'),
    onPaid: () => {},
  });
  const { pastDue, status } = plan;
  if (!pastDue || status === 'active') return null;
  const { invoiceId, hosted_invoice_url: page } = pastDue;
  const sum = formatMoney(Math.round(pastDue.amount * 100), pastDue.currency);
  const date = formatDay(new Date(pastDue.endsAt * 1_000));
  return (
    <Notice title={t(`pastDue.title.${status}`, { sum })}>
      <p className={styles.quiet}>{t('pastDue.end', { date })}</p>
      <InvoiceWays
        {...{ sum, page, state }}
        onPay={() =>
          pay(
            () => api.clientPlans.payInvoice({ invoiceId }),
            () => api.clientPlans.getInvoice({ invoiceId }),
          )
        }
      />
    </Notice>
  );
}
