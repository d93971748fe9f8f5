import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import styles from './parts/credits-banner.module.css';

/** Says on every page what agents do while credits run out, why, and what ends it. */
export function CreditsBanner() {
  const t = useTexts('billing');
  const { usedPercent, abilities } = useWorkspace();
  // The test chat is hidden for agencies alone.
  const out = abilities.canTestChat ? 'landing.out' : 'landing.outOfAgency';
  return (
    <section className={styles.banner} aria-label={t('landing.name')}>
      <IconAlertTriangle size={18} stroke={1.5} aria-hidden="true" />
      <p className={styles.text}>
        {t(usedPercent === 100 ? out : 'landing.low')}{' '}
        <Link className={styles.link} to="/app/$region/account/billing" params={{ region: currentRegion() }}>
          {t('landing.add')}
        </Link>
      </p>
    </section>
  );
}
