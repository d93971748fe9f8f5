import { Button } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import styles from './login.module.css';

interface LinkEntryProps {
  /** As the address names it; empty where it names nobody. */
  email: string;
  isPending: boolean;
  onEnter: () => void;
  onOtherWay: () => void;
}

/** Behind a mail's link. A person must press: programs that look into mails open links too, and one that was sent by somebody else signs in as them. */
export function LinkEntry({ email, isPending, onEnter, onOtherWay }: LinkEntryProps) {
  const t = useTexts('client-login');
  return (
    <div className={styles.form}>
      <p className={styles.sent}>{email === '' ? t('link.lead') : t('link.leadAs', { email })}</p>
      <div className={styles.ways}>
        <Button size="md" onClick={onEnter} loading={isPending} autoFocus>
          {t('signIn')}
        </Button>
        <Button variant="default" size="md" onClick={onOtherWay}>
          {t('link.otherWay')}
        </Button>
      </div>
    </div>
  );
}
