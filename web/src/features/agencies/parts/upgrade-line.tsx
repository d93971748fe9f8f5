import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import styles from './domain.module.css';

/** What is missing, and where it is bought. */
export function UpgradeLine({ text }: { text: string }) {
  const t = useTexts('agency-domains');
  const region = currentRegion();
  return (
    <div>
      <p className={styles.meaning}>{text}</p>
      <Button
        mt={12}
        renderRoot={(props) => (
          <Link {...props} to="/app/$region/account/billing" params={{ region }} search={{ upgrade: true }} />
        )}
      >
        {t('upgrade')}
      </Button>
    </div>
  );
}
