import type { Report } from '@antiphon/contract/analytics';
import { useTexts } from '../../../texts/texts.ts';
import { BarChart, SeriesKey } from '../../../ui/charts/bar-chart.tsx';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { formatPercent, formatWeekday } from '../../../ui/charts/chart-format.ts';
import { HeatMap } from '../../../ui/charts/heat-map.tsx';
import { RankList } from '../../../ui/charts/rank-list.tsx';
import { type Point, wordsOf } from './report-words.ts';

interface SeriesOf {
  name: string;
  read: (point: Point) => number;
  isBelow?: boolean;
}

interface TimeChartProps {
  report: Report;
  title: string;
  hint?: string;
  fileName: string;
  empty: string;
  series: SeriesOf[];
  /** Further columns of the table. */
  more?: SeriesOf[];
}

/** Something of each point of time. */
function TimeChart({ report, title, hint, fileName, empty, series, more = [] }: TimeChartProps) {
  const t = useTexts('analytics');
  const { points, unit } = report;
  const isEmpty = points.every((point) => series.every(({ read }) => read(point) === 0));
  return (
    <ChartCard
      title={title}
      {...(hint === undefined ? {} : { hint })}
      aside={series.length > 1 && <SeriesKey names={series.map(({ name }) => name)} />}
      fileName={fileName}
      empty={isEmpty ? empty : undefined}
      table={{
        columns: [{ label: t(`units.${unit}`) }, ...[...series, ...more].map(({ name }) => ({ label: name }))],
        rows: points.map((point) => [
          wordsOf(point.start, unit).title,
          ...[...series, ...more].map(({ read }) => read(point)),
        ]),
      }}
    >
      <BarChart
        label={t('chartOf', { title })}
        series={series}
        bars={points.map((point) => ({
          id: point.start,
          ...wordsOf(point.start, unit),
          values: series.map(({ read }) => read(point)),
        }))}
      />
    </ChartCard>
  );
}

export function VolumeChart({ report, title }: { report: Report; title?: string }) {
  const t = useTexts('analytics');
  return (
    <TimeChart
      report={report}
      title={title ?? t('volume.title')}
      hint={t(`volume.${report.unit}`)}
      fileName="conversations"
      empty={t('volume.none')}
      series={[{ name: t('figures.conversations'), read: (point) => point.conversations }]}
      more={[
        { name: t('figures.messages'), read: (point) => point.messages },
        { name: t('figures.leads'), read: (point) => point.leads },
      ]}
    />
  );
}

export function OutcomeChart({ report }: { report: Report }) {
  const t = useTexts('analytics');
  return (
    <TimeChart
      report={report}
      title={t('outcome.title')}
      hint={t('outcome.hint')}
      fileName="resolution"
      empty={t('outcome.none')}
      series={[
        { name: t('outcome.resolved'), read: (point) => point.resolved },
        { name: t('outcome.handoffs'), read: (point) => point.handoffs },
      ]}
      more={[{ name: t('outcome.claimed'), read: (point) => point.claimed }]}
    />
  );
}

export function RatingsChart({ report }: { report: Report }) {
  const t = useTexts('analytics');
  return (
    <TimeChart
      report={report}
      title={t('ratings.title')}
      fileName="ratings"
      empty={t('ratings.none')}
      series={[
        { name: t('ratings.up'), read: (point) => point.ratingsUp },
        { name: t('ratings.down'), read: (point) => point.ratingsDown, isBelow: true },
      ]}
      more={[
        { name: t('scores.up'), read: (point) => point.thumbsUp },
        { name: t('scores.down'), read: (point) => point.thumbsDown },
      ]}
    />
  );
}

export function HoursChart({ report }: { report: Report }) {
  const t = useTexts('analytics');
  const { hours } = report;
  const rows = hours.flatMap((row, weekday) =>
    row.map((count, hour) => [`${formatWeekday(weekday)} ${String(hour).padStart(2, '0')}:00`, count]),
  );
  const isEmpty = hours.flat().every((count) => count === 0);
  return (
    <ChartCard
      title={t('hours.title')}
      hint={t('hours.hint')}
      fileName="busiest-hours"
      empty={isEmpty ? t('volume.none') : undefined}
      table={{ columns: [{ label: t('hours.hour') }, { label: t('figures.conversations') }], rows }}
    >
      <HeatMap
        label={t('chartOf', { title: t('hours.title') })}
        hours={hours}
        say={(count) => t('hours.count', { count })}
      />
    </ChartCard>
  );
}

export function ChannelsChart({ report }: { report: Report }) {
  const t = useTexts('analytics');
  const { channels, totals } = report;
  const nameOf = (channel: string) => (channel === 'widget' ? t('channels.widget') : channel);
  return (
    <ChartCard
      title={t('channels.title')}
      fileName="channels"
      empty={channels.length === 0 ? t('volume.none') : undefined}
      table={{
        columns: [
          { label: t('channels.channel') },
          { label: t('figures.conversations') },
          { label: t('figures.messages') },
        ],
        rows: channels.map(({ channel, conversations, messages }) => [nameOf(channel), conversations, messages]),
      }}
    >
      <RankList
        label={t('channels.title')}
        ranks={channels.map(({ channel, conversations }) => ({
          id: channel,
          label: <bdi>{nameOf(channel)}</bdi>,
          count: conversations,
          note: formatPercent(conversations / Math.max(1, totals.conversations)),
        }))}
      />
    </ChartCard>
  );
}
