import { isMessageKind } from '@antiphon/contract/campaign-words';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { type CampaignProps, namedBy } from '../use-campaigns.ts';
import styles from './campaigns.module.css';
import { RecipientBadge } from './recipient-badge.tsx';

/** The first whom it is for, as they would be taken up now: of what is stored. */
export function Preview({ agentId, campaign }: CampaignProps) {
  const t = useTexts('campaigns');
  const preview = useQuery(query.campaigns.preview.queryOptions({ input: namedBy({ agentId, campaign }) }));
  if (preview.isError)
    return (
      <LoadFailure
        title={t('preview.failed')}
        problem={toProblem(preview.error)}
        onRetry={() => void preview.refetch()}
      />
    );
  if (!preview.data) return <RowsSkeleton rows={3} />;
  const { items, total } = preview.data;
  const isMessage = isMessageKind(campaign.kind);
  const reached = items.filter(({ reason }) => reason === null).length;
  return (
    <div>
      <p className={styles.muted} role="status">
        {t('preview.found', { total })}{' '}
        {total > 0 && t(isMessage ? 'sms.reached' : 'preview.reached', { shown: items.length, count: reached })}
      </p>
      {items.length > 0 && (
        <DataTable
          label={t(isMessage ? 'sms.preview' : 'preview.title')}
          columns={[
            { label: t('list.name') },
            { label: t('list.number'), isWideOnly: true },
            { label: t('list.state') },
          ]}
        >
          {items.map((one) => (
            <tr key={one.leadId}>
              <td className={styles.nameCell} data-text="content" dir="auto">
                {one.name || one.address}
              </td>
              <td className={`${cell.muted} ${cell.wideOnly}`}>
                <bdi dir="ltr" data-text="content">
                  {one.address}
                </bdi>
              </td>
              <td>
                <RecipientBadge kind={campaign.kind} recipient={one} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </div>
  );
}
