import type { Conversation } from '@antiphon/contract/conversations';
import { VisuallyHidden } from '@mantine/core';
import { IconMail, IconStarFilled, IconThumbDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, truncateChars } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { withoutMarks } from '../../transcript/cited-text.ts';
import { type ConversationsSearch, useOneAgent } from '../conversation-place.ts';
import styles from './all-conversations.module.css';

const agentChars = 20;

/** The whole row is one link that opens the conversation beside the list. */
export function ListedConversation({ conversation, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const t = useTexts('sessions');
  const tInbox = useTexts('inbox');
  const isOfOne = useOneAgent() !== null;
  const {
    id,
    firstQuestion,
    lastMessage,
    agentTitle,
    channel,
    environment,
    activity,
    unanswered,
    thumbsDown,
    rating,
    contactEmail,
    state,
    operatorName,
  } = conversation;
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
          {withoutMarks(lastMessage)}
        </span>
      </span>
      <span className={styles.marks}>
        {state === 'waiting' && <StatusBadge tone="warn">{tInbox('states.waiting')}</StatusBadge>}
        {state === 'held' && <StatusBadge tone="good">{tInbox('states.held', { name: operatorName })}</StatusBadge>}
        {activity === 'writing' && (
          <StatusBadge tone="accent" isBusy>
            {t('values.activity_writing')}
          </StatusBadge>
        )}
        {environment === 'staging' && <StatusBadge tone="accent">{t('staging')}</StatusBadge>}
        {channel === 'test' && <StatusBadge tone="neutral">{t('test')}</StatusBadge>}
        {unanswered > 0 && <StatusBadge tone="warn">{t('unanswered', { count: unanswered })}</StatusBadge>}
        {thumbsDown > 0 && (
          <span className={styles.mark} title={t('thumbsDown', { count: thumbsDown })}>
            <IconThumbDown size={14} stroke={1.5} aria-hidden="true" />
            <VisuallyHidden>{t('thumbsDown', { count: thumbsDown })}</VisuallyHidden>
            <span className="tabular" aria-hidden="true">
              {formatCount(thumbsDown)}
            </span>
          </span>
        )}
        {rating !== null && (
          <span className={styles.mark} title={t('rated', { rating })}>
            <IconStarFilled size={12} aria-hidden="true" />
            <span className="tabular">{t('ratingShort', { rating })}</span>
          </span>
        )}
        {contactEmail !== null && (
          <span className={styles.mark} title={contactEmail}>
            <IconMail size={14} stroke={1.5} aria-hidden="true" />
            <VisuallyHidden>{t('contactLeft')} </VisuallyHidden>
            <span className={styles.contact} data-text="content" dir="auto">
              {contactEmail}
            </span>
          </span>
        )}
      </span>
      <span className={styles.where}>
        {!isOfOne && (
          <span className={styles.agentName} title={agentTitle} data-text="content" dir="auto">
            {truncateChars(agentTitle, agentChars)}
          </span>
        )}
        <RelativeTime date={conversation.lastMessageAt} />
      </span>
    </Link>
  );
}
