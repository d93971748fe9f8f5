import type { WorkspaceCard } from '@antiphon/contract/payments';
import type { CurrentPlan } from '@antiphon/contract/subscriptions';
import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { AddonList } from './addon-list.tsx';
import { OwnUnfinished } from './own-unfinished.tsx';
import styles from './payments.module.css';
import { PlanFacts } from './plan-facts.tsx';
import { CHANGED } from './use-payment.ts';

interface ModifyPlanProps {
  plan: CurrentPlan;
  card: WorkspaceCard;
  onUpgrade: () => void;
  onCancel: () => void;
  onClose: () => void;
}

/** The plan, what can be had beside it, and its end. */
export function ModifyPlanDialog({ plan, card, onUpgrade, onCancel, onClose }: ModifyPlanProps) {
  const t = useTexts('payments');
  const isFree = plan.name === 'free';
  return (
    <Modal opened onClose={onClose} title={t('modify.title')} size={600}>
      <div className={styles.form}>
        <OwnUnfinished provider={card} />
        <Part title={t('plan.title')}>
          <PlanFacts plan={plan} />
          {isFree && (
            <>
              <p className={styles.quiet}>{t('upgrade.text')}</p>
              <Button className={styles.start} onClick={onUpgrade}>
                {t('upgrade.open')}
              </Button>
            </>
          )}
        </Part>
        <Part title={t('addons.title')}>
          <AddonList card={card} />
        </Part>
        {!isFree && !plan.cancels && (
          <Part title={t('modify.danger')}>
            <p className={styles.quiet}>{t('modify.dangerText')}</p>
            <Button className={styles.start} variant="light" color="red" onClick={onCancel}>
              {t('cancel.action')}
            </Button>
          </Part>
        )}
        {!isFree && plan.cancels && (
          <Part title={t('modify.miss')}>
            <p className={styles.quiet}>{t('modify.missText')}</p>
            <Reactivate />
          </Part>
        )}
      </div>
    </Modal>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Reactivate() {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const reactivating = useMutation({
    mutationFn: () => api.subscriptions.reactivate({ userId: uid }),
    meta: { success: t('reactivate.done'), failure: t('reactivate.failed') },
    // One that has ended meanwhile is refused: what is there now is shown.
    onSettled: () => Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  return (
    <Button className={styles.start} loading={reactivating.isPending} onClick={() => reactivating.mutate()}>
      {t('reactivate.action')}
    </Button>
  );
}
