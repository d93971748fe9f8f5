import type { AgentId, CrawlRunId, DocumentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { TextDiff } from '../../working-copy/change-list.tsx';
import styles from './crawls.module.css';

interface PageDrawerProps {
  target: { id: AgentId; docId: DocumentId; runId: CrawlRunId };
  pageId: string;
  onClose: () => void;
}

/** What changed in one page, line by line. */
export function PageDrawer({ target, pageId, onClose }: PageDrawerProps) {
  const t = useTexts('crawls');
  const page = useQuery(query.crawls.getPage.queryOptions({ input: { ...target, pageId } }));
  return (
    <Drawer opened onClose={onClose} size={760} title={t('page.title')}>
      {page.isPending && <FormSkeleton />}
      {page.isError && (
        <LoadFailure title={t('page.loadFailed')} problem={toProblem(page.error)} onRetry={() => void page.refetch()} />
      )}
      {page.data && (
        <div className={styles.texts}>
          <div>
            <h3 className={styles.heading} data-text="content" dir="auto">
              {page.data.title}
            </h3>
            <a
              href={page.data.url}
              target="_blank"
              rel="noopener noreferrer"
              data-text="content"
              className={styles.url}
            >
              <bdi dir="ltr">{page.data.url}</bdi>
            </a>
          </div>
          {page.data.message !== null && (
            <p className={styles.reason} data-text="content" dir="auto">
              {page.data.message}
            </p>
          )}
          {page.data.needsJavaScript && <p className={styles.reason}>{t('needsHint')}</p>}
          {page.data.isCut && <p className={styles.reason}>{t('page.cut', { count: limits.crawlDiffCharsMax })}</p>}
          <Texts {...page.data} />
        </div>
      )}
    </Drawer>
  );
}

function Texts({ before, after, change }: { before: string | null; after: string | null; change: string }) {
  const t = useTexts('crawls');
  if (change === 'failed' || change === 'skipped') return null;
  if (before === null && after === null) return <p className={styles.reason}>{t('page.noText')}</p>;
  if (before === after) return <p className={styles.reason}>{t('page.empty')}</p>;
  return (
    <div data-text="content" dir="auto">
      <TextDiff before={before ?? ''} after={after ?? ''} />
    </div>
  );
}
