import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../api.ts';
import { useWorkspace } from '../../features/workspaces/use-workspace.ts';
import { useTexts } from '../../texts/texts.ts';
import { formatCredits, formatDay } from '../../ui/format/format.ts';
import styles from './nav-cards.module.css';

/** Shown while the trial of reselling under one's own brand runs. */
export function TrialCard() {
  const t = useTexts('shell');
  const { data: profile } = useQuery(query.identity.getProfile.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const { plan } = useWorkspace();
  const endsAt = profile?.internal.whitelabelTrialEndsAt;
  if (plan === 'paid' || !profile?.internal.whitelabel_trial || !endsAt) return null;
  return (
    <section className={styles.card} aria-label={t('trial.title')}>
      <p className={styles.title}>{t('trial.title')}</p>
      <p className={styles.text}>{t('trial.ends', { date: formatDay(new Date(endsAt * 1_000)) })}</p>
    </section>
  );
}

/** The plan and what is left of the last grant of credits; leads to both. */
export function PricingWidget() {
  const t = useTexts('shell');
  const { plan, loadTokens, lastGrant } = useWorkspace();
  const credits = formatCredits(loadTokens);
  const left = Math.min(1, loadTokens / Math.max(1, lastGrant));
  const isShare = lastGrant > 0 && loadTokens <= lastGrant;
  const words =
    loadTokens <= 0
      ? t('plan.out')
      : isShare
        ? t('plan.creditsOf', { credits, granted: formatCredits(lastGrant) })
        : t('plan.creditsLeft', { credits });
  return (
    <Link
      className={`${styles.card} ${styles.pricing}`}
      to="/app/$region/account/billing"
      params={{ region: currentRegion() }}
      title={t('plan.billing')}
    >
      <span className={styles.title}>{t(`plan.${plan}`)}</span>
      {lastGrant > 0 && (
        <span className={styles.meter} aria-hidden="true">
          <span className={styles.fill} data-low={left <= 0.1 || undefined} style={{ inlineSize: `${left * 100}%` }} />
        </span>
      )}
      <span className={`${styles.text} tabular`}>{words}</span>
    </Link>
  );
}
