import type { Invoice } from '@antiphon/contract/invoices';
import { useInfiniteQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { formatDay, formatMoney } from '../../ui/format/format.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { cell, DataTable } from '../../ui/lists/data-table.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { StatusBadge } from '../../ui/states/status-badge.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import styles from './parts/payments.module.css';
import { useTakesPayments } from './use-takes-payments.ts';

const PAGE_SIZE = 10;

/** What was charged, newest first, for who manages billing. Nothing where no payments are taken. */
export function Invoices() {
  const { permissions } = useWorkspace();
  return useTakesPayments() && permissions.includes('billing.write') ? <InvoiceList /> : null;
}

function InvoiceList() {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const list = useInfiniteQuery(
    query.invoices.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, cursor, limit: PAGE_SIZE }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <FormSection title={t('invoiceList.title')} description={t('invoiceList.text')}>
      {list.isPending && <RowsSkeleton rows={2} />}
      {list.isError && !list.data && (
        <LoadFailure
          title={t('invoiceList.loadFailed')}
          problem={toProblem(list.error)}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && items.length === 0 && (
        <div>
          <p className={styles.number}>{t('invoiceList.none')}</p>
          <p className={styles.quiet}>{t('invoiceList.noneText')}</p>
        </div>
      )}
      {items.length > 0 && (
        <DataTable
          label={t('invoiceList.title')}
          columns={[
            { label: t('invoiceList.date') },
            { label: t('invoiceList.number'), isWideOnly: true },
            { label: t('invoiceList.amount'), kind: 'number' },
            { label: t('invoiceList.link'), kind: 'hidden' },
          ]}
          more={
            list.hasNextPage ? { onMore: () => void list.fetchNextPage(), isLoading: list.isFetchingNextPage } : null
          }
        >
          {items.map((invoice) => (
            <Row key={invoice.id} invoice={invoice} />
          ))}
        </DataTable>
      )}
    </FormSection>
  );
}

const TONES = { paid: 'good', open: 'warn', void: 'neutral' } as const;

function Row({ invoice }: { invoice: Invoice }) {
  const t = useTexts('payments');
  const { number, created, status, amount, currency, hosted_invoice_url: page, invoice_pdf: pdf } = invoice;
  return (
    <tr>
      <td>
        <span className={styles.day}>
          <span>{formatDay(new Date(created * 1_000))}</span>
          <StatusBadge tone={TONES[status]}>{t(`invoiceList.states.${status}`)}</StatusBadge>
        </span>
      </td>
      <td className={cell.wideOnly}>
        <bdi>{number}</bdi>
      </td>
      <td className={cell.number}>{formatMoney(Math.round(amount * 100), currency)}</td>
      <td>
        <span className={styles.links}>
          {page !== '' && (
            <a href={page} target="_blank" rel="noreferrer" aria-label={t('invoiceList.viewOf', { number })}>
              {t('invoiceList.view')}
            </a>
          )}
          {pdf !== '' && (
            <a href={pdf} target="_blank" rel="noreferrer" aria-label={t('invoiceList.pdfOf', { number })}>
              {t('invoiceList.pdf')}
            </a>
          )}
        </span>
      </td>
    </tr>
  );
}
