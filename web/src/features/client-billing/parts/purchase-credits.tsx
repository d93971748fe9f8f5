import type { BillingAccount } from '@antiphon/contract/client-billing';
import { limits } from '@antiphon/contract/limits';
import { Button, Group, Slider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, formatMoney } from '../../../ui/format/format.ts';
import { NotPaid } from '../../payments/payment-failure.ts';
import { PaymentState } from '../../payments/payment-state.tsx';
import { UnfinishedPayments } from '../../payments/unfinished-payments.tsx';
import { usePaying } from '../../payments/use-paying.ts';
import { orderKit, usePaymentMethod } from '../use-billing.ts';
import styles from './client-billing.module.css';
import { Part } from './part.tsx';
import { centsOf } from './price.rules.ts';

const QUICK = [1_000, 2_500, 5_000, 10_000];

/** Credits for the card on file. The button names what is charged. */
export function PurchaseCredits({ account }: { account: BillingAccount }) {
  const t = useTexts('client-billing');
  const { usdPerCredit, isConnected } = account;
  const { card, isMissing } = usePaymentMethod(account);
  const kit = orderKit(account);
  const orders = useQuery(query.clientBilling.listOrders.queryOptions()).data?.items ?? [];
  const [credits, setCredits] = useState<number>(limits.clientCreditsMin);
  const { payOrder, isPending, ...state } = usePaying({ ...kit, success: t('purchase.done'), onPaid: () => {} });
  const cents = centsOf(credits, usdPerCredit);
  const sum = formatMoney(cents, 'usd');
  const isWaiting = orders.some(({ status }) => status === 'action');
  const buy = async () => {
    const { quoteId, amount } = await api.clientBilling.quote({ creditAmount: credits });
    // Nothing is charged that was not shown.
    if (Math.round(amount * 100) !== cents) throw new NotPaid(t('purchase.changed'));
    return api.clientBilling.buyCredits({ creditAmount: credits, quoteId });
  };
  return (
    <Part title={t('purchase.title')}>
      {!isPending && <UnfinishedPayments orders={orders} kit={kit} />}
      <div className={styles.amount}>
        <strong>{t('purchase.count', { credits: formatCount(credits) })}</strong>
        <span className={styles.quiet}>
          {t('purchase.price', { sum: formatMoney(centsOf(1_000, usdPerCredit), 'usd') })}
        </span>
      </div>
      <div className={styles.slider}>
        <Slider
          min={limits.clientCreditsMin}
          max={limits.clientCreditsMax}
          step={limits.clientCreditsStep}
          value={credits}
          disabled={isPending}
          label={null}
          thumbLabel={t('purchase.amount')}
          onChange={setCredits}
        />
      </div>
      <Group gap="xs">
        {QUICK.map((quick) => (
          <Button
            key={quick}
            className={styles.quick}
            variant="default"
            size="xs"
            disabled={isPending}
            aria-pressed={quick === credits}
            onClick={() => setCredits(quick)}
          >
            <bdi dir="ltr">{t('purchase.quick', { thousands: formatCount(quick / 1_000) })}</bdi>
          </Button>
        ))}
      </Group>
      <PaymentState {...state} title={t('purchase.failed')} />
      {!isConnected && <p className={styles.quiet}>{t('notSelling')}</p>}
      {isConnected && isMissing && <p className={styles.quiet}>{t('purchase.needsCard')}</p>}
      <Button
        className={styles.buy}
        disabled={!isConnected || !card || isPending || isWaiting}
        onClick={() => payOrder(buy, kit.look)}
      >
        {isPending ? t('processing') : t('purchase.buy', { credits: formatCount(credits), sum })}
      </Button>
    </Part>
  );
}
