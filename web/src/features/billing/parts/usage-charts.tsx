import type { UsageSummary } from '@antiphon/contract/billing';
import { useTexts } from '../../../texts/texts.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { formatFullDay, formatPercent, formatShortDay } from '../../../ui/charts/chart-format.ts';
import { RankList } from '../../../ui/charts/rank-list.tsx';
import styles from './usage.module.css';

/** Noon, so that no zone moves it to the day before. */
const dateOf = (day: string) => new Date(`${day}T12:00:00`);

/** Where the credits of a range went: by the day, and by agent. Each is a table and a file, too. */
export function UsageCharts({ summary: { days, items: agents, credits, answers } }: { summary: UsageSummary }) {
  const t = useTexts('billing');
  const empty = answers === 0 ? t('usage.noneInRange') : undefined;
  const nameOf = (title: string | null) => title ?? t('usage.deletedAgent');
  return (
    <div className={styles.charts}>
      <ChartCard
        title={t('usage.perDay')}
        fileName="credits-per-day"
        empty={empty}
        table={{
          columns: [{ label: t('usage.day') }, { label: t('usage.credits') }, { label: t('usage.answers') }],
          rows: days.map((one) => [one.day, one.credits, one.answers]),
        }}
      >
        <BarChart
          label={t('usage.perDay')}
          series={[{ name: t('usage.credits') }]}
          bars={days.map((one) => ({
            id: one.day,
            label: formatShortDay(dateOf(one.day)),
            title: formatFullDay(dateOf(one.day)),
            values: [one.credits],
          }))}
        />
      </ChartCard>
      <ChartCard
        title={t('usage.perAgent')}
        fileName="credits-per-agent"
        empty={empty}
        table={{
          columns: [
            { label: t('usage.agent'), isContent: true },
            { label: t('usage.credits') },
            { label: t('usage.answers') },
          ],
          rows: agents.map((one) => [nameOf(one.agentTitle), one.credits, one.answers]),
        }}
      >
        <RankList
          label={t('usage.perAgent')}
          ranks={agents.map((one) => ({
            id: one.agentId,
            label: (
              <bdi data-text={one.agentTitle === null ? undefined : 'content'} title={nameOf(one.agentTitle)}>
                {nameOf(one.agentTitle)}
              </bdi>
            ),
            count: one.credits,
            note: formatPercent(one.credits / Math.max(credits, Number.MIN_VALUE)),
          }))}
        />
      </ChartCard>
    </div>
  );
}
