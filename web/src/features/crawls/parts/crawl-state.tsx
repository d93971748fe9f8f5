import type { CrawlLine, CrawlRun } from '@antiphon/contract/crawls';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './crawls.module.css';
import { runTones, stateTones } from './say-crawl.ts';

export function CrawlStateBadge({
  line: { state, progress, kind },
}: {
  line: Pick<CrawlLine, 'state' | 'progress' | 'kind'>;
}) {
  const t = useTexts('crawls');
  const { read, found } = progress;
  return (
    <>
      <StatusBadge tone={stateTones[state]} isBusy={state === 'running'}>
        {t(`states.${state}`)}
      </StatusBadge>
      {state === 'running' && kind !== 'url' && found > 0 && (
        <div className={`${styles.sub} tabular`}>{t('progress', { read, found })}</div>
      )}
    </>
  );
}

export function RunStateBadge({ run: { state } }: { run: Pick<CrawlRun, 'state'> }) {
  const t = useTexts('crawls');
  return (
    <StatusBadge tone={runTones[state]} isBusy={state === 'running' || state === 'applying'}>
      {t(`runStates.${state}`)}
    </StatusBadge>
  );
}
