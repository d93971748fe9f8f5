import type { Campaign } from '@antiphon/contract/campaigns';
import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { progressOf } from '../campaign-words.ts';
import { CampaignBadge } from './campaign-badge.tsx';
import styles from './campaigns.module.css';

export function CampaignTable({ items, onOpen }: { items: Campaign[]; onOpen: (id: string) => void }) {
  const t = useTexts('campaigns');
  const columns = [
    { label: t('list.name') },
    { label: t('list.kind'), isWideOnly: true },
    { label: t('list.state') },
    { label: t('states.reached'), kind: 'number' as const },
    { label: t('list.people'), kind: 'number' as const, isWideOnly: true },
    { label: t('list.made'), isWideOnly: true },
  ];
  return (
    <DataTable label={t('title')} columns={columns}>
      {items.map((campaign) => (
        <tr key={campaign.id} className={styles.opens}>
          <td className={styles.nameCell}>
            <UnstyledButton className={styles.open} onClick={() => onOpen(campaign.id)} data-text="content" dir="auto">
              {campaign.name}
            </UnstyledButton>
          </td>
          <td className={cell.wideOnly}>{t(`kinds.${campaign.kind}`)}</td>
          <td>
            <CampaignBadge campaign={campaign} />
          </td>
          <td className={cell.number}>
            {formatCount((campaign.counts.reached ?? 0) + (campaign.counts.delivered ?? 0))}
          </td>
          <td className={`${cell.number} ${cell.wideOnly}`}>{formatCount(progressOf(campaign).total)}</td>
          <td className={`${cell.muted} ${cell.wideOnly}`}>
            <RelativeTime date={campaign.createdAt} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
