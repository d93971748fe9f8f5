import type { ConversationSummary } from '@antiphon/contract/conversations';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell } from '../../../ui/lists/data-table.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './conversations.module.css';

export function ConversationRow({ conversation }: { conversation: ConversationSummary }) {
  const t = useTexts('conversations');
  const { id, firstQuestion, lastMessage, isTest, messages, unanswered, rating, contactEmail, lastMessageAt } =
    conversation;
  return (
    <tr>
      <td className={styles.question}>
        <div className={styles.line}>
          <Link
            from="/app/$region/agents/$agentId/$tab"
            search={(old) => ({ ...old, convo: id })}
            className={styles.link}
            title={firstQuestion}
            dir="auto"
          >
            {firstQuestion === '' ? (
              t('list.noQuestion')
            ) : (
              <span data-text="content" dir="auto">
                {firstQuestion}
              </span>
            )}
          </Link>
          {isTest && <StatusBadge tone="neutral">{t('test')}</StatusBadge>}
        </div>
        <div className={styles.last} data-text="content" dir="auto">
          {lastMessage}
        </div>
      </td>
      <td className={`${cell.wideOnly} ${cell.number}`}>{formatCount(messages)}</td>
      <td className={`${cell.wideOnly} ${cell.number}`}>
        <span className={unanswered > 0 ? styles.warn : undefined}>{formatCount(unanswered)}</span>
      </td>
      <td className={`${cell.wideOnly} ${styles.short} tabular`}>{rating !== null && t('rated', { rating })}</td>
      <td className={cell.wideOnly}>
        <div className={styles.contact} data-text="content" dir="auto" title={contactEmail ?? undefined}>
          {contactEmail}
        </div>
      </td>
      <td className={`${cell.muted} ${styles.short}`}>
        <RelativeTime date={lastMessageAt} />
      </td>
    </tr>
  );
}
