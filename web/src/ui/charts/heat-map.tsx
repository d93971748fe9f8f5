import { useState } from 'react';
import { formatHour, formatWeekday } from './chart-format.ts';
import styles from './charts.module.css';

interface HeatMapProps {
  /** What is drawn, for whoever does not see it; the card has the table. */
  label: string;
  /** Seven rows, Monday first, of 24 hours. */
  hours: number[][];
  /** What a cell says: '12 conversations'. */
  say: (count: number) => string;
}

const HOUR_LABELS = [0, 6, 12, 18];
const hourOf = (hour: number) => formatHour(new Date(2024, 0, 1, hour));

/** A week by the hour, in shades of one colour. */
export function HeatMap({ label, hours, say }: HeatMapProps) {
  const [pointed, setPointed] = useState<{ weekday: number; hour: number } | null>(null);
  const most = Math.max(1, ...hours.flat());
  return (
    <div className={styles.heat} role="img" aria-label={label}>
      <div className={styles.week} onPointerLeave={() => setPointed(null)}>
        {hours.map((row, weekday) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weekdays are fixed
          <div key={weekday} className={styles.weekday}>
            <bdi className={styles.weekdayName}>{formatWeekday(weekday)}</bdi>
            {row.map((count, hour) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: hours are fixed
                key={hour}
                className={styles.hour}
                style={{ '--share': `${count === 0 ? 0 : 12 + Math.round((88 * count) / most)}%` } as never}
                onPointerEnter={() => setPointed({ weekday, hour })}
              />
            ))}
          </div>
        ))}
        <div className={styles.weekday} aria-hidden="true">
          <span />
          {HOUR_LABELS.map((hour) => (
            <bdi key={hour} className={styles.hourName}>
              {hourOf(hour)}
            </bdi>
          ))}
        </div>
      </div>
      <p className={`${styles.heatWords} tabular`}>
        {pointed && (
          <>
            <bdi>
              {formatWeekday(pointed.weekday)} {hourOf(pointed.hour)}
            </bdi>
            {` · ${say(hours[pointed.weekday]?.[pointed.hour] ?? 0)}`}
          </>
        )}
      </p>
    </div>
  );
}
