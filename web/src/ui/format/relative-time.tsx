import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { formatExactDate, formatRelativeDate } from './format.ts';

const everyMs = 30_000;

/** A date as people say it, with the exact time on hover. `date`: ISO text, or Unix seconds. */
export function RelativeTime({ date }: { date: string | number }) {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), everyMs, { autoInvoke: true });
  const value = new Date(typeof date === 'number' ? date * 1_000 : date);
  return (
    <time dateTime={value.toISOString()} title={formatExactDate(value)}>
      {formatRelativeDate(value, now)}
    </time>
  );
}
