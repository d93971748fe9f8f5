import type { BillingAccount } from '@antiphon/contract/client-billing';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay } from '../../../ui/format/format.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import styles from './client-billing.module.css';
import { Part } from './part.tsx';

/** The newest four. */
export function RecentInvoices({ account: { customerId, accountId } }: { account: BillingAccount }) {
  const t = useTexts('client-billing');
  const isThere = customerId !== '';
  const input = { customerId, accountId };
  const list = useQuery(query.clientBilling.listInvoices.queryOptions({ input, enabled: isThere }));
  const items = list.data?.invoices.data ?? [];
  return (
    <Part title={t('invoices.title')}>
      {isThere && list.isPending && <RowsSkeleton rows={1} />}
      {list.isError && !list.data && (
        <LoadFailure
          title={t('invoices.loadFailed')}
          problem={toProblem(list.error)}
          onRetry={() => void list.refetch()}
        />
      )}
      {(!isThere || list.isSuccess) && items.length === 0 && <p className={styles.quiet}>{t('invoices.none')}</p>}
      {items.length > 0 && (
        <ul className={styles.invoices}>
          {items.map(({ id, number, created, hosted_invoice_url: page }) => (
            <li key={id}>
              <span>
                <bdi>{number}</bdi>
              </span>
              <time className={styles.quiet} dateTime={new Date(created * 1_000).toISOString()}>
                {formatDay(new Date(created * 1_000))}
              </time>
              {page !== '' && (
                <a href={page} target="_blank" rel="noreferrer" aria-label={t('invoices.viewOf', { number })}>
                  {t('invoices.view')}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
