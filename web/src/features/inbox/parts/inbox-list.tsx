import type { InboxItem } from '@antiphon/contract/handoffs';
import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
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
                {item.since && <RelativeTime date={item.since} />}
              </span>
              <span className={styles.last} data-text="content" dir="auto">
                {item.lastMessage}
              </span>
              <StatusBadge tone={item.state === 'waiting' ? 'warn' : 'good'}>
                {item.state === 'waiting' ? t('waiting') : t('heldBy', { name: item.operator?.name ?? '' })}
              </StatusBadge>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {total > items.length && <p className={styles.faint}>{t('more', { count: total - items.length })}</p>}
    </div>
  );
}
