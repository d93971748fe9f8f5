import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import styles from './inbox.module.css';

/** From where the visitor writes, and what the page says of them. */
export function ChatVisitor({ id }: { id: string }) {
  const t = useTexts('inbox');
  const read = useQuery(query.conversations.getVisit.queryOptions({ input: { conversationId: id }, staleTime: 0 }));
  if (read.isPending) return <RowsSkeleton rows={3} />;
  if (!read.data)
    return <LoadFailure title={t('loadFailed')} problem={toProblem(read.error)} onRetry={() => void read.refetch()} />;
  const { visit, variables } = read.data;
  const pages = (visit?.pages ?? []).toReversed();
  const set = Object.entries(variables);
  return (
    <div className={styles.panel}>
      <section>
        <h3 className={styles.sectionTitle}>{t('visitor.pages')}</h3>
        {pages.length === 0 && <p className={styles.faint}>{t('visitor.noPages')}</p>}
        <ol className={styles.pages}>
          {pages.map(({ url, title, at }) => (
            <li key={`${at} ${url}`}>
              <a href={url} target="_blank" rel="noopener noreferrer" data-text="content" dir="auto">
                {title || url}
              </a>
              <RelativeTime date={at} />
              <span className={styles.address} data-text="content" dir="ltr">
                {url}
              </span>
            </li>
          ))}
        </ol>
      </section>
      {visit && (
        <section>
          <h3 className={styles.sectionTitle}>{t('visitor.about')}</h3>
          <dl className={styles.known}>
            <Fact name={t('visitor.referrer')}>{visit.referrer}</Fact>
            <Fact name={t('visitor.device')}>{visit.device && t(`visitor.${visit.device}`)}</Fact>
            <Fact name={t('visitor.timeZone')}>{visit.timeZone.replaceAll('_', ' ')}</Fact>
          </dl>
        </section>
      )}
      <section>
        <h3 className={styles.sectionTitle}>{t('visitor.variables')}</h3>
        {set.length === 0 && <p className={styles.faint}>{t('visitor.noVariables')}</p>}
        <dl className={styles.known}>
          {set.map(([name, value]) => (
            <Fact key={name} name={<span data-text="content">{name}</span>}>
              {String(value)}
            </Fact>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Fact({ name, children }: { name: ReactNode; children: string | null }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd data-text="content" dir="auto">
        {children}
      </dd>
    </div>
  );
}
