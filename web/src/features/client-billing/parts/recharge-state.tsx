import type { Recharge } from '@antiphon/contract/recharges';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatMoment } from '../../../ui/format/format.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import styles from './client-billing.module.css';

/** Why nothing is bought, and what can be done. */
export function RechargeState({ recharge }: { recharge: Recharge }) {
  const t = useTexts('client-billing');
  const said = useTexts('payments');
  const queryClient = useQueryClient();
  const { standing, pausedReason, nextTryAt } = recharge;
  const trying = useMutation({
    mutationFn: () => api.clientBilling.tryRechargeAgain({}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.clientBilling.key() }),
  });
  if (standing === 'off' || standing === 'ready') return null;
  const time = nextTryAt === null ? '' : formatMoment(new Date(nextTryAt * 1_000));
  if (standing === 'on_its_way') return <p className={styles.quiet}>{said('recharge.standing.on_its_way')}</p>;
  if (standing !== 'paused')
    return <Notice title={said('recharge.waitsTitle')}>{said(`recharge.standing.${standing}`, { time })}</Notice>;
  return (
    <Notice title={said('recharge.pausedTitle')}>
      <p className={styles.quiet}>{t(`recharge.paused.${pausedReason ?? 'declined'}`)}</p>
      <Button size="xs" mt={8} loading={trying.isPending} onClick={() => trying.mutate()}>
        {said('recharge.tryAgain')}
      </Button>
    </Notice>
  );
}
