import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './overview-tab.module.css';

const shown = 5;

/** Only there when there is something to answer. */
export function UnansweredQuestions() {
  const t = useTexts('agent-page');
  const { agent } = useWorkingCopy();
  const unanswered = useQuery(
    query.conversations.listUnanswered.queryOptions({ input: { id: agent.ID, limit: shown } }),
  );
  if (!unanswered.data || unanswered.data.items.length === 0) return null;
  const place = {
    to: '/app/$region/agents/$agentId/$tab',
    params: { region: currentRegion(), agentId: agent.ID, tab: 'kb' },
  } as const;
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('unanswered.title')}</h2>
        <Link {...place} search={{ view: 'unanswered' }} className={styles.all}>
          {t('unanswered.answer')}
        </Link>
      </div>
      <ul className={styles.rows}>
        {unanswered.data.items.map(({ messageId, question, askedAt }) => (
          <li key={messageId}>
            <Link {...place} search={{ view: 'unanswered', add: 'text', question }} className={styles.row}>
              <span className={styles.words} data-text="content" dir="auto" title={question}>
                {question}
              </span>
              <span className={styles.time}>
                <RelativeTime date={askedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
