import { RECIPIENT_STATES, type RecipientState } from '@antiphon/contract/campaign-words';
import type { CampaignRecipient } from '@antiphon/contract/campaigns';
import { Select } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentRegion, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { stateKey, statesOf } from '../campaign-words.ts';
import { type CampaignProps, lookAgainMs, namedBy } from '../use-campaigns.ts';
import styles from './campaigns.module.css';
import { RecipientBadge } from './recipient-badge.tsx';

const PAGE = 50;

/** Everybody it is for, and what became of them. */
export function Recipients({
  agentId,
  campaign,
  mayOpenConversations,
}: CampaignProps & { mayOpenConversations: boolean }) {
  const t = useTexts('campaigns');
  const [state, setState] = useState<RecipientState | undefined>();
  const pages = useInfiniteQuery(
    query.campaigns.listRecipients.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...namedBy({ agentId, campaign }),
        ...(state ? { state } : {}),
        ...(cursor ? { cursor } : {}),
        limit: PAGE,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: lookAgainMs(campaign),
    }),
  );
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className={styles.recipients}>
      <div className={styles.recipientsHead}>
        <h3 className={styles.heading}>{t('recipients.title')}</h3>
        <Select
          aria-label={t('recipients.filter')}
          w={220}
          allowDeselect={false}
          value={state ?? ''}
          onChange={(next) => setState(RECIPIENT_STATES.find((one) => one === next))}
          data={[
            { value: '', label: t('recipients.all') },
            ...statesOf(campaign.kind).map((value) => ({ value, label: t(stateKey(campaign.kind, value)) })),
          ]}
        />
      </div>
      {pages.isPending && <RowsSkeleton rows={3} />}
      {pages.isError && items.length === 0 && (
        <LoadFailure
          title={t('recipients.failed')}
          problem={toProblem(pages.error)}
          onRetry={() => void pages.refetch()}
        />
      )}
      {pages.isSuccess && items.length === 0 && (
        <EmptyState title={t(state || campaign.isTaken ? 'recipients.none' : 'recipients.notYet')} />
      )}
      {items.length > 0 && (
        <DataTable
          label={t('recipients.title')}
          columns={[
            { label: t('list.name') },
            { label: t('list.number'), isWideOnly: true },
            { label: t('list.state') },
            { label: t('recipients.tries'), kind: 'number' },
          ]}
          more={
            pages.hasNextPage ? { onMore: () => void pages.fetchNextPage(), isLoading: pages.isFetchingNextPage } : null
          }
        >
          {items.map((one) => (
            <tr key={one.leadId} className={styles.opens}>
              <td className={styles.nameCell}>
                <Name agentId={agentId} recipient={one} mayOpen={mayOpenConversations} />
              </td>
              <td className={`${cell.muted} ${cell.wideOnly}`}>
                <bdi dir="ltr" data-text="content">
                  {one.address}
                </bdi>
              </td>
              <td>
                <RecipientBadge kind={campaign.kind} recipient={one} />
              </td>
              <td className={cell.number}>{formatCount(one.tries)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}

interface NameProps {
  agentId: string;
  recipient: CampaignRecipient;
  mayOpen: boolean;
}

/** Of whom was spoken to the conversation is one step away; the link covers its row. */
function Name({ agentId, recipient: { name, address, conversationId }, mayOpen }: NameProps) {
  const shown = (
    <span data-text="content" dir="auto">
      {name || address}
    </span>
  );
  if (conversationId === null || !mayOpen) return shown;
  return (
    <Link
      to="/app/$region/agents/$agentId/$tab"
      params={{ region: currentRegion(), agentId, tab: 'convos' }}
      search={{ convo: conversationId } as never}
      className={styles.open}
    >
      {shown}
    </Link>
  );
}
