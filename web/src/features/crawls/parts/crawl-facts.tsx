import type { Crawl } from '@antiphon/contract/crawls';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, formatMoment } from '../../../ui/format/format.ts';
import styles from './crawls.module.css';
import { scheduleWords } from './say-crawl.ts';

export function CrawlFacts({ crawl }: { crawl: Crawl }) {
  const t = useTexts('crawls');
  const { agentId, agentTitle, starts, include, exclude, pages, pagesMax, nextReadAt, isPaused } = crawl;
  const lists = [
    { label: t('facts.starts'), items: starts },
    { label: t('facts.include'), items: include },
    { label: t('facts.exclude'), items: exclude },
  ];
  return (
    <dl className={styles.facts}>
      <dt>{t('facts.agent')}</dt>
      <dd>
        <Link
          to="/app/$region/agents/$agentId/$tab"
          params={{ region: currentRegion(), agentId, tab: 'kb' }}
          data-text="content"
          dir="auto"
        >
          {agentTitle}
        </Link>
      </dd>
      {lists.map(
        ({ label, items }) =>
          items.length > 0 && (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>
                {items.map((item) => (
                  <div key={item} data-text="content">
                    <bdi dir="ltr">{item}</bdi>
                  </div>
                ))}
              </dd>
            </div>
          ),
      )}
      <dt>{t('facts.schedule')}</dt>
      <dd>{isPaused ? t('states.paused') : scheduleWords(crawl)}</dd>
      {nextReadAt !== null && (
        <>
          <dt>{t('facts.next')}</dt>
          <dd>{formatMoment(new Date(nextReadAt))}</dd>
        </>
      )}
      <dt>{t('facts.pages')}</dt>
      <dd className="tabular">{formatCount(pages)}</dd>
      {crawl.kind !== 'url' && (
        <>
          <dt>{t('facts.limit')}</dt>
          <dd className="tabular">{formatCount(pagesMax)}</dd>
        </>
      )}
    </dl>
  );
}
