import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { taughtLines } from '../../knowledge/taught-lines.ts';
import { UnansweredMenu } from '../../knowledge/unanswered-menu.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './overview-tab.module.css';

const shown = 5;

/** Only there when there is something to answer. */
export function UnansweredQuestions() {
  const t = useTexts('agent-page');
  const { agent } = useWorkingCopy();
  const unanswered = useQuery(query.unanswered.list.queryOptions({ input: { id: agent.ID, limit: shown } }));
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
        {unanswered.data.items.map(({ messageId, question, questions, count, askedAt }) => (
          <li key={messageId} className={styles.withMenu}>
            <Link
              {...place}
              search={{ view: 'unanswered', add: 'qa', question: taughtLines(questions) }}
              className={styles.row}
            >
              <span className={styles.words} data-text="content" dir="auto" title={question}>
                {question}
              </span>
              {count > 1 && <span className={`${styles.time} tabular`}>{t('unanswered.times', { count })}</span>}
              <span className={styles.time}>
                <RelativeTime date={askedAt} />
              </span>
            </Link>
            {agent.abilities.canTeach && <UnansweredMenu agentId={agent.ID} question={{ question, questions }} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
