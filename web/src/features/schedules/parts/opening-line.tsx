import type { OpeningHours } from '@antiphon/contract/opening-hours';
import { useEffect, useState } from 'react';
import { sayOpening } from '../say-opening.ts';
import styles from './schedules.module.css';

const LOOKED_EVERY_MS = 30_000;

/** Whether it is open right now, and when that changes. */
export function OpeningLine({ hours }: { hours: OpeningHours }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), LOOKED_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const { isOpen, text } = sayOpening(hours, now);
  return (
    <span className={styles.opening} data-open={isOpen || undefined}>
      {text}
    </span>
  );
}
