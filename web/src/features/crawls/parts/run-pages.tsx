import type { CrawlRunPage } from '@antiphon/contract/crawls';
import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { StatusBadge, type Tone } from '../../../ui/states/status-badge.tsx';
import styles from './crawls.module.css';

const tones: Record<CrawlRunPage['change'], Tone> = {
  added: 'good',
  changed: 'accent',
  removed: 'bad',
  failed: 'warn',
  unchanged: 'neutral',
  skipped: 'neutral',
};

interface RunPagesProps {
  items: CrawlRunPage[];
  /** Only those of one kind are shown. */
  isChosen: boolean;
  more: { onMore: () => void; isLoading: boolean } | null;
  onShow: (id: string) => void;
}

/** The pages that differ, by their addresses. */
export function RunPages({ items, isChosen, more, onShow }: RunPagesProps) {
  const t = useTexts('crawls');
  if (items.length === 0) return <p className={styles.reason}>{isChosen ? t('noPagesOf') : t('noPages')}</p>;
  return (
    <DataTable
      label={t('columns.page')}
      more={more}
      columns={[{ label: t('columns.page') }, { label: t('columns.change') }]}
    >
      {items.map(({ id, url, title, change, needsJavaScript, message }) => (
        <tr key={id}>
          <td className={styles.nameCell}>
            <UnstyledButton className={styles.name} title={title} onClick={() => onShow(id)}>
              <bdi data-text="content">{title || url}</bdi>
            </UnstyledButton>
            <div className={styles.sub} title={url} data-text="content">
              <bdi dir="ltr">{url.replace(/^https?:\/\//, '')}</bdi>
            </div>
            {message !== null && (
              <div className={styles.reason} data-text="content" dir="auto">
                {message}
              </div>
            )}
          </td>
          <td>
            <StatusBadge tone={tones[change]}>{t(`changes.${change}`)}</StatusBadge>
            {needsJavaScript && <div className={styles.sub}>{t('changes.needs_javascript')}</div>}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
