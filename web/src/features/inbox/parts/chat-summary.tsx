import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useInboxPlace } from '../inbox-place.ts';
import styles from './inbox.module.css';

/** What an operator should know before the first word, and where it comes from. */
export function ChatSummary({ id }: { id: string }) {
  const t = useTexts('inbox');
  const { uid } = useInboxPlace();
  const summary = useQuery(
    query.handoffs.getSummary.queryOptions({ input: { uid, conversationId: id }, staleTime: 0 }),
  );
  if (summary.isPending) return <RowsSkeleton rows={3} />;
  if (!summary.data)
    return (
      <LoadFailure title={t('loadFailed')} problem={toProblem(summary.error)} onRetry={() => void summary.refetch()} />
    );
  const { source, text, questions, unanswered } = summary.data;
  return (
    <div className={styles.panel}>
      {source === 'model' && (
        <section>
          <h3 className={styles.sectionTitle}>{t('summary.inShort')}</h3>
          <p className={styles.sentences} data-text="content" dir="auto">
            {text}
          </p>
          <p className={styles.faint}>{t('summary.byModel')}</p>
        </section>
      )}
      {source === 'transcript' && <p className={styles.faint}>{t('summary.source')}</p>}
      <Sentences title={t('summary.questions')} items={questions} />
      <Sentences title={t('summary.unanswered')} items={unanswered} />
    </div>
  );
}

function Sentences({ title, items }: { title: string; items: string[] }) {
  const t = useTexts('inbox');
  return (
    <section>
      <h3 className={styles.sectionTitle}>{title}</h3>
      {items.length === 0 ? (
        <p className={styles.faint}>{t('summary.none')}</p>
      ) : (
        <ul className={styles.sentences} data-text="content">
          {items.map((item) => (
            <li key={item} dir="auto">
              {item}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
