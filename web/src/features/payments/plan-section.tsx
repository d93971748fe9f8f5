import type { WorkspaceCard } from '@antiphon/contract/payments';
import type { CurrentPlan } from '@antiphon/contract/subscriptions';
import { Button, Group, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { CancelDialog } from './parts/cancel-dialog.tsx';
import { ModifyPlanDialog } from './parts/modify-plan-dialog.tsx';
import { OwnUnfinished } from './parts/own-unfinished.tsx';
import { PastDue } from './parts/past-due.tsx';
import { PlanFacts } from './parts/plan-facts.tsx';
import { RechargeSection } from './parts/recharge-section.tsx';
import { TopUpDialog } from './parts/top-up-dialog.tsx';
import { UpgradeDialog } from './parts/upgrade-dialog.tsx';
import { useTakesPayments } from './use-takes-payments.ts';

/** The plan and what can be done about it; `without` stands there where no payments are taken. */
export function PlanSection({ without }: { without: ReactNode }) {
  const t = useTexts('payments');
  const { uid, permissions } = useWorkspace();
  const card = useQuery(query.payments.getCard.queryOptions({ input: { uid }, retry: false }));
  const plan = useQuery(query.subscriptions.get.queryOptions({ input: { uid }, retry: false }));
  if (useTakesPayments() === false) return without;
  const mayPay = permissions.includes('billing.write');
  return (
    <>
      {plan.data && card.data && (
        <PastDue plan={plan.data} card={card.data} mayPay={permissions.includes('billing.write')} />
      )}
      {mayPay && card.data && <OwnUnfinished provider={card.data} />}
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
      {plan.data && card.data && permissions.includes('billing.write') && (
        <RechargeSection isFree={plan.data.name === 'free'} hasCard={card.data.card !== null} />
      )}
    </>
  );
}

type Open = 'upgrade' | 'topUp' | 'modify' | 'cancel' | null;

function PlanActions({ plan, card }: { plan: CurrentPlan; card: WorkspaceCard }) {
  const t = useTexts('payments');
  const isFree = plan.name === 'free';
  const { upgrade: isAsked = false } = useSearch({ from: '/app/$region/account/billing' });
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(isAsked && isFree ? 'upgrade' : null);
  const close = () => {
    setOpen(null);
    // Loaded anew, the page is as it stands.
    if (isAsked) void navigate({ to: '.', search: {}, replace: true });
  };
  return (
    <Group gap="xs">
      {isFree && <Button onClick={() => setOpen('upgrade')}>{t('upgrade.open')}</Button>}
      <Button variant={isFree ? 'default' : 'filled'} onClick={() => setOpen('modify')}>
        {t('modify.open')}
      </Button>
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
      {open === 'upgrade' && <UpgradeDialog card={card} onClose={close} />}
      {open === 'modify' && (
        <ModifyPlanDialog
          {...{ plan, card, onClose: close }}
          onUpgrade={() => setOpen('upgrade')}
          onCancel={() => setOpen('cancel')}
        />
      )}
      {open === 'topUp' && <TopUpDialog card={card} onClose={close} />}
      {open === 'cancel' && !isFree && <CancelDialog renewalDate={plan.renewalDate} onClose={close} />}
    </Group>
  );
}
