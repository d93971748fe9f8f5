import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './entry-frame.module.css';
import { EntryFrame } from './entry-frame.tsx';
import { OutboxHint } from './outbox-hint.tsx';

interface MailSentProps {
  title: string;
  /** What was sent where. */
  lead: string;
  sendAgain: () => Promise<void>;
  onOtherWay: () => void;
  /** The form for a code. */
  children?: ReactNode;
}

/** After a mail was asked for: where to look, and what to do if nothing comes. */
export function MailSent({ title, lead, sendAgain, onOtherWay, children }: MailSentProps) {
  const t = useTexts('identity');
  const again = useMutation({
    mutationFn: sendAgain,
    meta: { success: t('sent.sentAgain'), failure: t('sent.failed') },
  });
  return (
    <EntryFrame title={title} lead={lead} isLeadSpoken>
      {children}
      <div className={styles.form}>
        <p className={styles.hint}>{t('sent.nothing')}</p>
        <OutboxHint />
        <div className={styles.pair}>
          <Button variant="default" onClick={() => again.mutate()} loading={again.isPending}>
            {t('sent.again')}
          </Button>
          <Button variant="default" onClick={onOtherWay}>
            {t('sent.otherWay')}
          </Button>
        </div>
      </div>
    </EntryFrame>
  );
}
