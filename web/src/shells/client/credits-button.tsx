import { Popover, UnstyledButton } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import { formatCredits, formatTenths } from '../../ui/format/format.ts';
import styles from './bar-tools.module.css';

interface CreditsButtonProps {
  credits: number;
  /** Null for whoever looks in a client's place: they see what there is, and no more. */
  onOpen: (() => void) | null;
}

/** What the org has, as its people see it. */
export function CreditsButton({ credits, onOpen }: CreditsButtonProps) {
  const t = useTexts('client-shell');
  if (onOpen)
    return (
      <UnstyledButton className={styles.status} aria-haspopup="dialog" onClick={onOpen}>
        <bdi className={styles.credits}>{formatTenths(credits)}</bdi> {t('creds')}
      </UnstyledButton>
    );
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={styles.status} aria-haspopup="dialog">
          <bdi className={styles.credits}>{formatTenths(credits)}</bdi> {t('creds')}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('availableCredits')} tabIndex={-1} data-autofocus>
        <p className={styles.signedInAs}>{t('availableCredits')}</p>
        <p className={styles.balance}>{formatCredits(credits)}</p>
        <p className={styles.signedInAs}>{t(credits < 1 ? 'noCredits' : 'creditsHint')}</p>
      </Popover.Dropdown>
    </Popover>
  );
}
