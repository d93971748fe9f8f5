import { IconMessageCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './analytics.module.css';

export const homeNames = ['conversations', 'messages', 'resolved', 'handoffs', 'satisfied', 'leads'] as const;
export const trendDays = 28;

/** How many visitors wait for a person; `action` leads to them. */
export function WaitingLine({ count, action }: { count: number; action: ReactNode }) {
  const t = useTexts('analytics');
  return (
    <section className={styles.waiting}>
      <IconMessageCircle size={20} stroke={1.5} aria-hidden="true" />
      <p>{t('home.waiting', { count })}</p>
      {action}
    </section>
  );
}
