import type { InboxCounts, Operator, OperatorStatus } from '@antiphon/contract/handoffs';
import { Switch, UnstyledButton } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { folders, useChangeInbox, useInboxSearch } from '../inbox-search.ts';
import styles from './inbox.module.css';
import { InboxFilters } from './inbox-filters.tsx';

interface InboxBarProps {
  counts: InboxCounts;
  operators: Operator[];
  online: number;
  /** Null where the shell has the switch. */
  status: { value: OperatorStatus; set: (next: OperatorStatus) => void } | null;
  isOfOne: boolean;
  /** On a phone a conversation has the screen to itself. */
  isOpen: boolean;
}

/** The folders with what they hold, the filters, and who is there. */
export function InboxBar({ counts, operators, online, status, isOfOne, isOpen }: InboxBarProps) {
  const t = useTexts('inbox');
  return (
    <div className={styles.bar} data-open={isOpen || undefined}>
      <Folders counts={counts} />
      <InboxFilters operators={operators} isOfOne={isOfOne} />
      <div className={styles.presence}>
        {status !== null && (
          <Switch
            checked={status.value === 'online'}
            label={t(status.value === 'online' ? 'online' : 'offline')}
            onChange={(event) => status.set(event.currentTarget.checked ? 'online' : 'offline')}
          />
        )}
        <span className={styles.faint}>{t('peopleOnline', { count: online })}</span>
      </div>
    </div>
  );
}

function Folders({ counts }: { counts: InboxCounts }) {
  const t = useTexts('inbox');
  const { folder: current = 'open' } = useInboxSearch();
  const change = useChangeInbox();
  return (
    <nav className={`${styles.folders} scroll-hint`} aria-label={t('folders.label')}>
      {folders.map((folder) => {
        const count = folder === 'closed' ? 0 : counts[folder];
        return (
          <UnstyledButton
            key={folder}
            className={styles.folder}
            aria-current={folder === current ? 'page' : undefined}
            onClick={() => change({ folder: folder === 'open' ? undefined : folder, chat: undefined })}
          >
            {t(`folders.${folder}`)}
            {count > 0 && <span className={styles.count}>{formatCount(count)}</span>}
          </UnstyledButton>
        );
      })}
    </nav>
  );
}
