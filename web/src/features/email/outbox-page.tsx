import type { OutboxEmail } from '@antiphon/contract/email';
import { Anchor, Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconInbox, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { RelativeTime } from '../../ui/format/relative-time.tsx';
import { cell, DataTable } from '../../ui/lists/data-table.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { MailView } from './parts/mail-view.tsx';

const LOOK_EVERY_MS = 3_000;

/** The mails of a server without a provider, for whoever develops on the machine. It needs no sign-in: it serves to get one. */
export function OutboxPage() {
  const { mail } = useSearch({ from: '/app/$region/outbox' });
  const t = useTexts('email');
  useDocumentTitle(t('title'));
  return <main>{mail === undefined ? <MailList /> : <MailView id={mail} />}</main>;
}

function MailList() {
  const t = useTexts('email');
  const outbox = useQuery(query.email.listOutbox.queryOptions({ refetchInterval: LOOK_EVERY_MS }));
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        action={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => void outbox.refetch()}
          >
            {t('refresh')}
          </Button>
        }
      />
      {outbox.isPending && <RowsSkeleton rows={4} />}
      {outbox.isError && <LoadFailure title={t('failed')} problem={toProblem(outbox.error)} />}
      {outbox.data?.items.length === 0 && (
        <EmptyState icon={<IconInbox size={28} stroke={1.5} />} title={t('empty')} description={t('emptyText')} />
      )}
      {outbox.data && outbox.data.items.length > 0 && <MailTable items={outbox.data.items} />}
    </Page>
  );
}

function MailTable({ items }: { items: OutboxEmail[] }) {
  const t = useTexts('email');
  const { region } = useParams({ from: '/app/$region/outbox' });
  return (
    <DataTable
      label={t('list')}
      columns={[{ label: t('subject') }, { label: t('recipient') }, { label: t('written'), isWideOnly: true }]}
    >
      {items.map(({ id, to, subject, createdAt }) => (
        <tr key={id}>
          <td>
            <Anchor
              renderRoot={(props) => (
                <Link to="/app/$region/outbox" params={{ region }} search={{ mail: id }} {...props} />
              )}
            >
              <span data-text="content" dir="auto">
                {subject}
              </span>
            </Anchor>
          </td>
          <td data-text="content" dir="auto">
            {to}
          </td>
          <td className={`${cell.wideOnly} ${cell.muted}`}>
            <RelativeTime date={createdAt} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
