import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './overview-tab.module.css';

const shown = 5;

export function RecentConversations() {
  const t = useTexts('agent-page');
  const { agent } = useWorkingCopy();
  const conversations = useQuery(query.conversations.list.queryOptions({ input: { id: agent.ID, limit: shown } }));
  const place = {
    to: '/app/$region/agents/$agentId/$tab',
    params: { region: currentRegion(), agentId: agent.ID, tab: 'convos' },
  } as const;
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('recent.title')}</h2>
        {Boolean(conversations.data?.items.length) && (
          <Link {...place} search={{}} className={styles.all}>
            {t('recent.all')}
          </Link>
        )}
      </div>
      {conversations.isError && (
        <LoadFailure
          title={t('recent.failed')}
          problem={toProblem(conversations.error)}
          onRetry={() => void conversations.refetch()}
        />
      )}
      {conversations.data?.items.length === 0 && <p className={styles.nothing}>{t('recent.empty')}</p>}
      <ul className={styles.rows}>
        {conversations.data?.items.map(({ id, firstQuestion, isTest, lastMessageAt }) => (
          <li key={id}>
            <Link {...place} search={{ convo: id }} className={styles.row}>
              <span className={styles.words} dir="auto" title={firstQuestion}>
                {firstQuestion === '' ? t('recent.noQuestion') : <span data-text="content">{firstQuestion}</span>}
              </span>
              {isTest && <StatusBadge tone="neutral">{t('recent.test')}</StatusBadge>}
              <span className={styles.time}>
                <RelativeTime date={lastMessageAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
