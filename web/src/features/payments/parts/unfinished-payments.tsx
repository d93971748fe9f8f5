import type { Order } from '@antiphon/contract/orders';
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatMoney } from '../../../ui/format/format.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { PaymentState } from './payment-state.tsx';
import styles from './payments.module.css';
import { usePayment } from './use-payment.ts';

/** Payments that somebody left at their bank's page: gone on with, or given up. */
export function UnfinishedPayments({ publishableKey }: { publishableKey: string }) {
  const { uid } = useWorkspace();
  const { data } = useQuery(query.orders.list.queryOptions({ input: { uid } }));
  return data?.items
    .filter(({ status }) => status === 'action')
    .map((order) => <Unfinished key={order.orderId} order={order} publishableKey={publishableKey} />);
}

function Unfinished({ order, publishableKey }: { order: Order; publishableKey: string }) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const { orderId, amount, currency } = order;
  const { pay, isPending, ...state } = usePayment({ publishableKey, success: t('unfinished.done'), onPaid: () => {} });
  const giveUp = useMutation({
    mutationFn: () => api.orders.cancel({ uid, orderId }),
    meta: { failure: t('unfinished.failed') },
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.orders.key() }),
  });
  return (
    <div className={styles.unfinished}>
      <Notice title={t('unfinished.title', { sum: formatMoney(Math.round(amount * 100), currency) })}>
        <p className={styles.quiet}>{t('unfinished.text')}</p>
        <PaymentState {...state} />
        <Group gap="xs" mt={8}>
          <Button size="xs" disabled={isPending} onClick={() => pay(() => api.orders.get({ uid, orderId }))}>
            {t('unfinished.goOn')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isPending}
            loading={giveUp.isPending}
            onClick={() => giveUp.mutate()}
          >
            {t('unfinished.giveUp')}
          </Button>
        </Group>
      </Notice>
    </div>
  );
}
