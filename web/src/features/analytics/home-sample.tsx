import type { Counts, Report, Totals } from '@antiphon/contract/analytics';
import { Button } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { StatusBadge } from '../../ui/states/status-badge.tsx';
import styles from './parts/analytics.module.css';
import { homeNames, trendDays, WaitingLine } from './parts/home-parts.tsx';
import { VolumeChart } from './parts/report-charts.tsx';
import { ReportFigures } from './parts/report-figures.tsx';

/** A client's home as it looks in a good week: nothing is read. `onAnswer`: who waits is wanted to be seen. */
export function HomeSample({ waiting, onAnswer }: { waiting: number; onAnswer: () => void }) {
  const t = useTexts('analytics');
  const report = sampleReport(new Date());
  return (
    <Page>
      <PageHeader
        title={t('home.title')}
        description={t('home.text')}
        action={<StatusBadge tone="neutral">{t('home.sample')}</StatusBadge>}
      />
      <div className={styles.report}>
        <WaitingLine
          count={waiting}
          action={
            <Button size="compact-md" fz={13} onClick={onAnswer}>
              {t('home.answer')}
            </Button>
          }
        />
        <ReportFigures report={report} names={homeNames} />
        <VolumeChart report={report} title={t('home.trend', { days: trendDays })} />
      </div>
    </Page>
  );
}

const counts = (conversations: number): Counts => ({
  conversations,
  messages: conversations * 4,
  ended: conversations,
  resolved: Math.round(conversations * 0.8),
  handoffs: Math.round(conversations * 0.15),
  claimed: Math.round(conversations * 0.15),
  ratingsUp: Math.round(conversations * 0.3),
  ratingsDown: Math.round(conversations * 0.03),
  ratings: Math.round(conversations * 0.35),
  stars: Math.round(conversations * 0.35 * 4.6),
  thumbsUp: Math.round(conversations * 0.2),
  thumbsDown: Math.round(conversations * 0.02),
  leads: Math.round(conversations * 0.2),
  unknown: Math.round(conversations * 0.1),
  replies: conversations * 4,
  operatorMessages: conversations,
});
const totals = (conversations: number): Totals => ({
  ...counts(conversations),
  firstResponseP50Ms: 900,
  firstResponseP90Ms: 2_400,
  claimP50Ms: 40_000,
  claimP90Ms: 110_000,
});

/** Weekdays with more to do than weekends, and growing a little. */
function sampleReport(now: Date): Report {
  const points = Array.from({ length: trendDays }, (_, index) => {
    const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (trendDays - 1 - index));
    const isFree = start.getDay() % 6 === 0;
    return { ...counts((isFree ? 9 : 24) + Math.round(index / 3) + ((index * 7) % 5)), start: start.toISOString() };
  });
  return {
    totals: totals(58),
    previous: totals(49),
    unit: 'day',
    points,
    hours: Array.from({ length: 7 }, () => Array<number>(24).fill(0)),
    channels: [],
    loads: 640,
    waiting: 0,
  };
}
