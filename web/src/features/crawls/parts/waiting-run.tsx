import type { Crawl, CrawlRun } from '@antiphon/contract/crawls';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import styles from './crawls.module.css';
import { useCrawlsAgain } from './use-crawl-actions.ts';

interface WaitingRunProps {
  crawl: Pick<Crawl, 'id' | 'agentId' | 'mayWrite'>;
  run: CrawlRun;
  /** It is the run's own page. */
  isReviewed?: boolean;
}

/** Why it waits, and the two ways to go on. */
export function WaitingRun({ crawl, run, isReviewed = false }: WaitingRunProps) {
  const t = useTexts('crawls');
  const readAgain = useCrawlsAgain();
  const target = { id: crawl.agentId, docId: crawl.id, runId: run.id };
  const said = { failure: t('waiting.failed'), kept: t('waiting.kept') };
  const approving = useMutation({
    mutationFn: () => api.crawls.approve(target),
    meta: { success: t('waiting.approved'), ...said },
    onSettled: readAgain,
  });
  const discarding = useMutation({
    mutationFn: () => api.crawls.discard(target),
    meta: { success: t('waiting.discarded'), ...said },
    onSettled: readAgain,
  });
  const isBusy = approving.isPending || discarding.isPending;
  const { removed, changed, known } = run;
  return (
    <Notice title={t('waiting.title')}>
      {t('waiting.text', { removed, changed, known })}
      <div className={styles.waiting}>
        {!isReviewed && (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/app/$region/automations/$agentId/$docId/$runId"
                params={{ region: currentRegion(), agentId: crawl.agentId, docId: crawl.id, runId: run.id }}
                {...props}
              />
            )}
          >
            {t('waiting.review')}
          </Button>
        )}
        {crawl.mayWrite && (
          <>
            <Button loading={approving.isPending} disabled={isBusy} onClick={() => approving.mutate()}>
              {t('waiting.approve')}
            </Button>
            <Button
              variant="default"
              loading={discarding.isPending}
              disabled={isBusy}
              onClick={() => discarding.mutate()}
            >
              {t('waiting.discard')}
            </Button>
          </>
        )}
      </div>
    </Notice>
  );
}
