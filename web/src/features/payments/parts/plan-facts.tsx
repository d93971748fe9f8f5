import type { CurrentPlan } from '@antiphon/contract/subscriptions';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay } from '../../../ui/format/format.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './payments.module.css';

const TONES = { active: 'good', past_due: 'warn', unpaid: 'bad' } as const;

/** Which plan, how it stands, and until when. */
export function PlanFacts({ plan }: { plan: CurrentPlan }) {
  const t = useTexts('payments');
  const day = (seconds: number) => formatDay(new Date(seconds * 1_000));
  return (
    <div>
      <p className={styles.planName}>
        {t(`plan.names.${plan.name}`)}
        {plan.name !== 'free' && <StatusBadge tone={TONES[plan.status]}>{t(`plan.status.${plan.status}`)}</StatusBadge>}
      </p>
      <p className={styles.quiet}>
        {plan.name === 'free'
          ? t('plan.free')
          : plan.cancels && plan.cancelsAt !== null
            ? t('plan.ends', { date: day(plan.cancelsAt) })
            : plan.renewalDate !== null &&
              plan.status === 'active' &&
              t('plan.renews', { date: day(plan.renewalDate) })}
      </p>
    </div>
  );
}
