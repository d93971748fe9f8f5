import { useState } from 'react';
import { formatCount } from '../format/format.ts';
import { labelled, roundMax } from './bar-scale.ts';
import { formatCompact } from './chart-format.ts';
import styles from './charts.module.css';

export interface Bar {
  id: string;
  /** Under the axis. */
  label: string;
  /** Over the bar that is pointed at. */
  title: string;
  /** One number a series, in their order. */
  values: number[];
}

interface BarChartProps {
  /** What is drawn, for whoever does not see it; the card has the table. */
  label: string;
  /** The first stands on the zero line; `isBelow` hangs from it, the others stand on the one before. */
  series: { name: string; isBelow?: boolean }[];
  bars: Bar[];
}

const LABELS_MAX = 7;

/** Counts over time. Its beginning is where the language begins. */
export function BarChart({ label, series, bars }: BarChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const sumOf = ({ values }: Bar, isBelow: boolean) =>
    values.reduce((sum, value, index) => sum + ((series[index]?.isBelow ?? false) === isBelow ? value : 0), 0);
  const hasBelow = series.some(({ isBelow }) => isBelow);
  const top = roundMax(Math.max(0, ...bars.map((bar) => Math.max(sumOf(bar, false), sumOf(bar, true)))));
  const shown = labelled(bars.length, LABELS_MAX);
  const over = pointed === null ? undefined : bars[pointed];
  const ticks = hasBelow ? [top, 0, top] : [top, top / 2, 0];
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <div className={styles.plot}>
        <div className={`${styles.ticks} tabular`} aria-hidden="true">
          {ticks.map((tick, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: three fixed lines
            <span key={index} data-zero={tick === 0 || undefined}>
              <bdi>{formatCompact(tick)}</bdi>
            </span>
          ))}
        </div>
        <div
          className={styles.bars}
          data-below={hasBelow || undefined}
          data-dense={bars.length > 40 || undefined}
          onPointerLeave={() => setPointed(null)}
        >
          {bars.map((bar, index) => (
            <div
              key={bar.id}
              className={styles.column}
              data-pointed={index === pointed || undefined}
              onPointerEnter={() => setPointed(index)}
            >
              <div className={styles.stack}>
                {series.map(({ name, isBelow }, at) => (
                  <Piece key={name} at={at} value={isBelow ? 0 : (bar.values[at] ?? 0)} top={top} />
                ))}
              </div>
              {hasBelow && (
                <div className={styles.hanging}>
                  {series.map(({ name, isBelow }, at) => (
                    <Piece key={name} at={at} value={isBelow ? (bar.values[at] ?? 0) : 0} top={top} />
                  ))}
                </div>
              )}
            </div>
          ))}
          {over && pointed !== null && <Readout bar={over} series={series} at={(pointed + 0.5) / bars.length} />}
        </div>
      </div>
      <div className={styles.labels} aria-hidden="true">
        {bars.map(({ id, label: word }, index) => (
          <span key={id} className={styles.label}>
            {shown.has(index) && <bdi data-second={[...shown].indexOf(index) % 2 === 1 || undefined}>{word}</bdi>}
          </span>
        ))}
      </div>
    </div>
  );
}

function Piece({ at, value, top }: { at: number; value: number; top: number }) {
  if (value === 0) return null;
  return <div className={styles.piece} data-series={at} style={{ height: `${(100 * value) / top}%` }} />;
}

function Readout({ bar, series, at }: { bar: Bar; series: BarChartProps['series']; at: number }) {
  const side = at > 0.5 ? { insetInlineEnd: `${100 * (1 - at)}%` } : { insetInlineStart: `${100 * at}%` };
  return (
    <div className={styles.readout} style={side}>
      <bdi className={styles.readoutTitle}>{bar.title}</bdi>
      {series.map(({ name }, index) => (
        <div key={name} className={styles.readoutLine}>
          <span className={styles.mark} data-series={index} />
          <span>{name}</span>
          <strong className="tabular">{formatCount(bar.values[index] ?? 0)}</strong>
        </div>
      ))}
    </div>
  );
}

/** What each tone stands for, where one name is not enough. */
export function SeriesKey({ names }: { names: string[] }) {
  return (
    <div className={styles.key}>
      {names.map((name, index) => (
        <span key={name} className={styles.keyItem}>
          <span className={styles.mark} data-series={index} aria-hidden="true" />
          {name}
        </span>
      ))}
    </div>
  );
}
