import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { brandName } from '../../../ui/brand-name.ts';
import { Wordmark } from '../../../ui/wordmark.tsx';
import styles from './entry-frame.module.css';

interface EntryFrameProps {
  title: string;
  lead: string;
  /** The form. Other ways to sign in stand under it, parted by a hairline. */
  children: ReactNode;
  /** The way to the other page. */
  footer: ReactNode;
}

export function EntryFrame({ title, lead, children, footer }: EntryFrameProps) {
  const brand = brandName();
  useDocumentTitle(brand === '' ? title : `${title} - ${brand}`);
  return (
    <div className={styles.frame}>
      <header className={styles.top}>{brand !== '' && <Wordmark name={brand} />}</header>
      <main className={styles.main}>
        <div className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {children}
        </div>
        <p className={styles.footer}>{footer}</p>
      </main>
    </div>
  );
}
