import { limits } from '@antiphon/contract/limits';
import type { WorkspaceCard } from '@antiphon/contract/payments';
import { Button, Group, Modal, NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatMoney } from '../../../ui/format/format.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { PaymentState } from '../payment-state.tsx';
import styles from './payments.module.css';
import { QuoteLines } from './quote-lines.tsx';
import { usePayment } from './use-payment.ts';

const QUICK = [10, 25, 50, 100];

/** Credits for a sum in dollars, whatever is charged. The button names what is charged. */
export function TopUpDialog({ card, onClose }: { card: WorkspaceCard; onClose: () => void }) {
  const t = useTexts('payments');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const [amount, setAmount] = useState<number | ''>(10);
  const [asked] = useDebouncedValue(amount, 400);
  const isAmount = asked !== '' && asked > 0 && asked <= limits.topUpUsdMax;
  const quote = useQuery(
    query.quotes.create.queryOptions({
      input: { uid, wanted: { purpose: 'top_up', amount: isAmount ? asked : limits.topUpMin } },
      enabled: isAmount,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  );
  const { pay, isPending, ...state } = usePayment({ provider: card, success: t('topUp.done'), onPaid: onClose });
  const isCurrent = quote.data && !quote.isPlaceholderData && asked === amount && quote.isSuccess;
  const wrong = quote.isError && asked === amount ? toProblem(quote.error).message : null;
  const order = () =>
    quote.data && pay(() => api.recharges.topUp({ userId: uid, amount: Number(asked), quoteId: quote.data.quoteId }));
  return (
    <Modal opened onClose={onClose} title={t('topUp.title')} size={480} closeOnClickOutside={false}>
      <div className={styles.form}>
        <NumberInput
          label={t('topUp.amount')}
          description={t('topUp.hint')}
          error={wrong}
          min={0}
          max={limits.topUpUsdMax}
          step={5}
          decimalScale={2}
          prefix="$"
          thousandSeparator=","
          value={amount}
          disabled={isPending}
          data-autofocus
          onChange={(value) => setAmount(typeof value === 'number' ? value : '')}
        />
        <Group gap="xs">
          {QUICK.map((usd) => (
            <Button key={usd} variant="default" size="xs" disabled={isPending} onClick={() => setAmount(usd)}>
              ${usd}
            </Button>
          ))}
        </Group>
        {quote.data && !wrong && <QuoteLines quote={quote.data} />}
        <PaymentState {...state} title={t('topUp.failed')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui(isPending ? 'close' : 'cancel')}
          </Button>
          <Button disabled={!isCurrent || isPending} onClick={order}>
            {isPending
              ? t('processing')
              : t('pay', { sum: quote.data ? formatMoney(quote.data.total, quote.data.currency) : '' })}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
