import type { WorkspaceCard } from '@antiphon/contract/payments';
import type { CurrentPlan } from '@antiphon/contract/subscriptions';
import { Button, Group, Tooltip } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { formatDay } from '../../ui/format/format.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { StatusBadge } from '../../ui/states/status-badge.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { CancelDialog } from './parts/cancel-dialog.tsx';
import { PastDue } from './parts/past-due.tsx';
import styles from './parts/payments.module.css';
import { TopUpDialog } from './parts/top-up-dialog.tsx';
import { UnfinishedPayments } from './parts/unfinished-payments.tsx';
import { UpgradeDialog } from './parts/upgrade-dialog.tsx';
import { useTakesPayments } from './use-takes-payments.ts';

/** The plan and what can be done about it; `without` stands there where no payments are taken. */
export function PlanSection({ without }: { without: ReactNode }) {
  const t = useTexts('payments');
  const { uid, permissions } = useWorkspace();
  const card = useQuery(query.payments.getCard.queryOptions({ input: { uid }, retry: false }));
  const plan = useQuery(query.subscriptions.get.queryOptions({ input: { uid }, retry: false }));
  if (useTakesPayments() === false) return without;
  const mayPay = permissions.includes('billing.write') && card.data?.isStandIn;
  return (
    <>
      {plan.data && card.data && (
        <PastDue plan={plan.data} card={card.data} mayPay={permissions.includes('billing.write')} />
      )}
      {mayPay && <UnfinishedPayments publishableKey={card.data?.publishableKey ?? ''} />}
      <FormSection title={t('plan.title')}>
        {(plan.isPending || card.isPending) && <FormSkeleton fields={2} />}
        {plan.isError && (
          <LoadFailure
            title={t('plan.loadFailed')}
            problem={toProblem(plan.error)}
            onRetry={() => void plan.refetch()}
          />
        )}
        {plan.data && <PlanFacts plan={plan.data} />}
        {plan.data && card.data && mayPay && <PlanActions plan={plan.data} card={card.data} />}
      </FormSection>
    </>
  );
}

const TONES = { active: 'good', past_due: 'warn', unpaid: 'bad' } as const;

function PlanFacts({ plan }: { plan: CurrentPlan }) {
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

type Open = 'upgrade' | 'topUp' | 'cancel' | null;

function PlanActions({ plan, card }: { plan: CurrentPlan; card: WorkspaceCard }) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isFree = plan.name === 'free';
  const reactivating = useMutation({
    mutationFn: () => api.subscriptions.reactivate({ userId: uid }),
    meta: { success: t('reactivate.done'), failure: t('reactivate.failed') },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.subscriptions.key() }),
  });
  return (
    <Group gap="xs">
      {isFree && <Button onClick={() => setOpen('upgrade')}>{t('upgrade.open')}</Button>}
      <Tooltip label={t('topUp.needsPlan')} disabled={!isFree}>
        <Button
          variant="default"
          data-disabled={isFree || undefined}
          onClick={(event) => (isFree ? event.preventDefault() : setOpen('topUp'))}
          aria-disabled={isFree}
        >
          {t('topUp.open')}
        </Button>
      </Tooltip>
      {!isFree && plan.cancels && (
        <Button loading={reactivating.isPending} onClick={() => reactivating.mutate()}>
          {t('reactivate.action')}
        </Button>
      )}
      {!isFree && !plan.cancels && (
        <Button variant="subtle" color="red" onClick={() => setOpen('cancel')}>
          {t('cancel.action')}
        </Button>
      )}
      {open === 'upgrade' && <UpgradeDialog card={card} onClose={close} />}
      {open === 'topUp' && <TopUpDialog card={card} onClose={close} />}
      {open === 'cancel' && <CancelDialog renewalDate={plan.renewalDate} onClose={close} />}
    </Group>
  );
}
