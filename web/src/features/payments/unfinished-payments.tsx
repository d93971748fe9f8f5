import type { OrderId } from '@antiphon/contract/ids';
import type { Order } from '@antiphon/contract/orders';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../texts/texts.ts';
import { formatMoney } from '../../ui/format/format.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { showFailure } from '../../ui/states/toasts.tsx';
import styles from './parts/payments.module.css';
import { PaymentState } from './payment-state.tsx';
import { usePaying } from './use-paying.ts';

/** Whose payments they are: how one is looked at, and given up. */
export type OrderKit = Pick<Parameters<typeof usePaying>[0], 'provider' | 'changed'> & {
  look(orderId: OrderId): Promise<Order>;
  cancel(orderId: OrderId): Promise<Order>;
};

/** Payments that somebody left at their bank's page: gone on with, or given up. */
export function UnfinishedPayments({ orders, kit }: { orders: readonly Order[]; kit: OrderKit }) {
  return orders
    .filter(({ status }) => status === 'action')
    .map((order) => <Unfinished key={order.orderId} order={order} kit={kit} />);
}

function Unfinished({ order, kit }: { order: Order; kit: OrderKit }) {
  const t = useTexts('payments');
  const queryClient = useQueryClient();
  const { orderId, amount, currency } = order;
  const { look, cancel, ...whose } = kit;
  const { payOrder, isPending, ...state } = usePaying({
    ...{ ...whose, success: t('unfinished.done'), onPaid: () => {} },
    // Said over the page: with the payment this notice goes, too.
    onFailed: (message) => showFailure({ title: t('notPaid'), problem: { message, requestId: null } }),
  });
  const giveUp = useMutation({
    mutationFn: () => cancel(orderId),
    meta: { failure: t('unfinished.failed') },
    onSettled: () => Promise.all(kit.changed.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  return (
    <div className={styles.unfinished}>
      <Notice title={t('unfinished.title', { sum: formatMoney(Math.round(amount * 100), currency) })}>
        <p className={styles.quiet}>{t('unfinished.text')}</p>
        <PaymentState {...state} failure={null} />
        <Group gap="xs" mt={8}>
          <Button size="xs" disabled={isPending} onClick={() => payOrder(() => look(orderId), look)}>
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
