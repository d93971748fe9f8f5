import type { Recharge } from '@antiphon/contract/recharges';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatMoment, formatMoney } from '../../../ui/format/format.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './payments.module.css';

const QUIET = ['off', 'ready', 'on_its_way'];

/** Why nothing is bought, and what can be done; else what was taken in this month. */
export function RechargeState({ recharge }: { recharge: Recharge }) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const { standing, pausedReason, nextTryAt, charged, currency } = recharge;
  const trying = useMutation({
    mutationFn: () => api.recharges.tryAgain({ uid }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.recharges.key() }),
  });
  if (standing === 'off') return null;
  const time = nextTryAt === null ? '' : formatMoment(new Date(nextTryAt * 1_000));
  const why =
    standing === 'paused'
      ? t(`recharge.paused.${pausedReason ?? 'declined'}`)
      : t(`recharge.standing.${standing}`, { time });
  return (
    <>
      {QUIET.includes(standing) ? (
        standing === 'on_its_way' && <p className={styles.quiet}>{why}</p>
      ) : (
        <Notice title={t(standing === 'paused' ? 'recharge.pausedTitle' : 'recharge.waitsTitle')}>
          <p className={styles.quiet}>{why}</p>
          {standing === 'paused' && (
            <Button size="xs" mt={8} loading={trying.isPending} onClick={() => trying.mutate()}>
              {t('recharge.tryAgain')}
            </Button>
          )}
        </Notice>
      )}
      <p className={styles.quiet}>{t('recharge.charged', { sum: formatMoney(charged, currency) })}</p>
    </>
  );
}
