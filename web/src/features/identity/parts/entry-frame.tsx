import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { keepPickedLanguage } from '../../../texts/picked-language.ts';
import { LanguageSelect } from '../../../ui/fields/language-select.tsx';
import { brandName } from '../../../ui/theme/brand-name.ts';
import { Wordmark } from '../../../ui/theme/wordmark.tsx';
import styles from './entry-frame.module.css';
import { keepReferral } from './referral.ts';

interface EntryFrameProps {
  title: string;
  lead: string;
  /** The lead is the answer to what was just pressed. */
  isLeadSpoken?: boolean;
  /** The form. */
  children: ReactNode;
  /** The way to the other page. */
  footer?: ReactNode;
}

/** The card that every screen of the sign-in stands in. */
export function EntryFrame({ title, lead, isLeadSpoken = false, children, footer }: EntryFrameProps) {
  const brand = brandName();
  useDocumentTitle(brand === '' ? title : `${title} - ${brand}`);
  useEffect(keepReferral, []);
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        {brand !== '' && <Wordmark name={brand} />}
        <div className={styles.language}>
          <LanguageSelect size="xs" hasLabel={false} onPick={keepPickedLanguage} />
        </div>
      </header>
      <main className={styles.main}>
        <div className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead} role={isLeadSpoken ? 'status' : undefined}>
            {lead}
          </p>
          {children}
        </div>
        {footer !== undefined && <p className={styles.footer}>{footer}</p>}
      </main>
    </div>
  );
}
