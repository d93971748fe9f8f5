import type { InboxItem } from '@antiphon/contract/handoffs';
import { Button, UnstyledButton } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { aboutItem } from './about-item.ts';
import styles from './inbox.module.css';
import { ItemState, Presence } from './inbox-state.tsx';
import { useVisitorName } from './use-visitor-name.ts';

interface InboxListProps {
  items: InboxItem[];
  openId: string | undefined;
  onOpen: (id: string) => void;
  more: { onMore: () => void; isLoading: boolean } | null;
  /** By what they stand in this order. */
  order?: string;
}

/** Who, what they said last, and when, or since when they wait. */
export function InboxList({ items, openId, onOpen, more, order }: InboxListProps) {
  const t = useTexts('inbox');
  return (
    <div className={styles.column}>
      {order !== undefined && <p className={styles.faint}>{order}</p>}
      <ul className={styles.list} aria-label={t('list')}>
        {items.map((item) => (
          <li key={item.id}>
            <Row item={item} isOpen={item.id === openId} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {more && (
        <Button variant="default" loading={more.isLoading} onClick={more.onMore}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}

function Row({ item, isOpen, onOpen }: { item: InboxItem; isOpen: boolean; onOpen: (id: string) => void }) {
  const t = useTexts('inbox');
  const name = useVisitorName();
  const date = item.inboxState === 'closed' ? item.closedAt : (item.waitingSince ?? item.activityAt);
  return (
    <UnstyledButton
      className={styles.row}
      data-unread={item.isUnread || undefined}
      aria-current={isOpen || undefined}
      onClick={() => onOpen(item.id)}
    >
      <span className={styles.rowHead}>
        <span className={styles.name} data-text="content" dir="auto">
          {item.isUnread && <span className={styles.unread} role="img" aria-label={t('unread')} />}
          {name(item)}
        </span>
        {date && <RelativeTime date={date} />}
      </span>
      <span className={styles.last} data-text="content" dir="auto">
        {(item.leftAt !== null && item.contactMessage) || item.lastMessage || t('saidNothing')}
      </span>
      <span className={styles.rowFoot}>
        <ItemState item={item} />
        <span className={styles.about} data-text="content">
          {aboutItem(item)}
        </span>
        <Presence item={item} />
      </span>
    </UnstyledButton>
  );
}
