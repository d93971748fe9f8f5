import type { Conversation } from '@antiphon/contract/conversations';
import { IconMail, IconStarFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';
import { truncateChars } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { type ConversationsSearch, useOneAgent } from '../conversation-place.ts';
import styles from './all-conversations.module.css';

const agentChars = 20;

/** The whole row is one link that opens the conversation beside the list. */
export function ListedConversation({ conversation, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const t = useTexts('sessions');
  const isOfOne = useOneAgent() !== null;
  const { id, firstQuestion, lastMessage, agentTitle, channel, activity, unanswered, rating, contactEmail } =
    conversation;
  return (
    <Link
      to="."
      search={((old: ConversationsSearch) => ({ ...old, convo: id })) as never}
      className={styles.row}
      data-conversation={id}
      aria-current={isOpen || undefined}
    >
      <span className={styles.words}>
        <span className={styles.question} title={firstQuestion}>
          {firstQuestion === '' ? (
            t('noQuestion')
          ) : (
            <span data-text="content" dir="auto">
              {firstQuestion}
            </span>
          )}
        </span>
        <span className={styles.last} data-text="content" dir="auto">
          {lastMessage}
        </span>
      </span>
      <span className={styles.marks}>
        {activity === 'writing' && (
          <StatusBadge tone="accent" isBusy>
            {t('values.activity_writing')}
          </StatusBadge>
        )}
        {channel === 'test' && <StatusBadge tone="neutral">{t('test')}</StatusBadge>}
        {unanswered > 0 && <StatusBadge tone="warn">{t('unanswered', { count: unanswered })}</StatusBadge>}
        {rating !== null && (
          <span className={styles.mark} title={t('rated', { rating })}>
            <IconStarFilled size={12} aria-hidden="true" />
            <span className="tabular">{t('ratingShort', { rating })}</span>
          </span>
        )}
        {contactEmail !== null && (
          <span className={styles.mark} title={contactEmail}>
            <IconMail size={14} stroke={1.5} aria-hidden="true" />
            {t('contactLeft')}
          </span>
        )}
      </span>
      <span className={styles.where}>
        {!isOfOne && (
          <span title={agentTitle} data-text="content" dir="auto">
            {truncateChars(agentTitle, agentChars)}
          </span>
        )}
        <RelativeTime date={conversation.lastMessageAt} />
      </span>
    </Link>
  );
}
