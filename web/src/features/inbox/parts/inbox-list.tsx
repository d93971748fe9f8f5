import type { InboxItem } from '@antiphon/contract/handoffs';
import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './inbox.module.css';

interface InboxListProps {
  items: InboxItem[];
  total: number;
  openId: string | undefined;
  onOpen: (id: string) => void;
}

/** Those that wait come first, with how long they wait. */
export function InboxList({ items, total, openId, onOpen }: InboxListProps) {
  const t = useTexts('inbox');
  return (
    <div className={styles.column}>
      <ul className={styles.list} aria-label={t('list')}>
        {items.map((item) => (
          <li key={item.id}>
            <UnstyledButton
              className={styles.row}
              aria-current={item.id === openId || undefined}
              onClick={() => onOpen(item.id)}
            >
              <span className={styles.rowHead}>
                <span className={styles.name} data-text="content" dir="auto">
                  {item.contactName || item.contactEmail || item.agentTitle}
                </span>
                <RowTime item={item} />
              </span>
              <span className={styles.last} data-text="content" dir="auto">
                {(item.state === 'bot' && item.contactMessage) || item.lastMessage}
              </span>
              <RowState item={item} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {total > items.length && <p className={styles.faint}>{t('more', { count: total - items.length })}</p>}
    </div>
  );
}

function RowTime({ item: { since, leftAt } }: { item: InboxItem }) {
  const date = since ?? leftAt;
  return date && <RelativeTime date={date} />;
}

function RowState({ item: { state, operator } }: { item: InboxItem }) {
  const t = useTexts('inbox');
  if (state === 'held') return <StatusBadge tone="good">{t('heldBy', { name: operator?.name ?? '' })}</StatusBadge>;
  return <StatusBadge tone="warn">{t(state === 'waiting' ? 'waiting' : 'left.title')}</StatusBadge>;
}
