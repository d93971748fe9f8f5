import type { ConversationDetail } from '@antiphon/contract/conversations';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { creditWords } from '../credit-words.ts';
import styles from './transcript.module.css';

interface ConversationFactsProps {
  conversation: ConversationDetail;
  isOfAnyAgent: boolean;
}

/** When, how long, what it cost, how it was rated, and what the visitor left. */
export function ConversationFacts({ conversation, isOfAnyAgent }: ConversationFactsProps) {
  const t = useTexts('conversations');
  const tList = useTexts('sessions');
  const { agentId, agentTitle, rating, ratingComment, contactEmail, contactMessage } = conversation;
  return (
    <>
      <div className={styles.facts}>
        {isOfAnyAgent && (
          <Link
            to="/app/$region/agents/$agentId/$tab"
            params={{ region: currentRegion(), agentId, tab: 'convos' }}
            search={{ convo: conversation.id }}
          >
            {agentTitle}
          </Link>
        )}
        {conversation.environment === 'staging' && <StatusBadge tone="accent">{tList('staging')}</StatusBadge>}
        {conversation.isTest && <StatusBadge tone="neutral">{t('test')}</StatusBadge>}
        <span>
          <RelativeTime date={conversation.createdAt} />
        </span>
        <span>{t('one.messages', { count: conversation.messages })}</span>
        {conversation.credits !== undefined && <span className="tabular">{creditWords(conversation.credits)}</span>}
        {conversation.unanswered > 0 && (
          <StatusBadge tone="warn">{t('one.unanswered', { count: conversation.unanswered })}</StatusBadge>
        )}
        {rating !== null && <span>{t('one.rated', { rating })}</span>}
      </div>
      {(contactEmail !== null || ratingComment !== '') && (
        <dl className={styles.left}>
          {ratingComment !== '' && (
            <div>
              <dt>{tList('ratingComment')}</dt>
              <dd data-text="content" dir="auto">
                {ratingComment}
              </dd>
            </div>
          )}
          {contactEmail !== null && (
            <div>
              <dt>{tList('contactLeft')}</dt>
              <dd>
                <a href={`mailto:${encodeURIComponent(contactEmail)}`}>{contactEmail}</a>
                {contactMessage !== '' && (
                  <p data-text="content" dir="auto">
                    {contactMessage}
                  </p>
                )}
              </dd>
            </div>
          )}
        </dl>
      )}
    </>
  );
}
