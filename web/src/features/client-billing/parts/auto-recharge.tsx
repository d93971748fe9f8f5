import type { BillingAccount } from '@antiphon/contract/client-billing';
import { ORG_RECHARGE } from '@antiphon/contract/recharge-steps';
import type { Recharge } from '@antiphon/contract/recharges';
import { Button, NativeSelect, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, formatCredits, formatMoney } from '../../../ui/format/format.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { usePaymentMethod } from '../use-billing.ts';
import styles from './client-billing.module.css';
import { Part } from './part.tsx';
import { creditsOf } from './price.rules.ts';
import { RechargeState } from './recharge-state.tsx';

/** When credits are bought by themselves. */
export function AutoRecharge({ account }: { account: BillingAccount }) {
  const t = useTexts('client-billing');
  const found = useQuery(query.clientBilling.getRecharge.queryOptions());
  return (
    <Part title={t('recharge.title')}>
      {found.isPending && <FormSkeleton fields={1} />}
      {found.isError && !found.data && (
        <LoadFailure
          title={t('recharge.loadFailed')}
          problem={toProblem(found.error)}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.data && <Fields recharge={found.data} account={account} />}
    </Part>
  );
}

const steps = ({ min, max, step }: { min: number; max: number; step: number }, label: (value: number) => string) =>
  Array.from({ length: (max - min) / step + 1 }, (_, at) => min + at * step).map((value) => ({
    value: String(value),
    label: label(value),
  }));

function Fields({ recharge, account }: { recharge: Recharge; account: BillingAccount }) {
  const t = useTexts('client-billing');
  const queryClient = useQueryClient();
  const { card, isMissing } = usePaymentMethod(account);
  const { automaticBilling, internal } = recharge;
  const [on, setOn] = useState(automaticBilling);
  const [threshold, setThreshold] = useState(internal.autochargeCreditThreshold);
  const [amount, setAmount] = useState(internal.autochargeCreditAmount);
  const saving = useMutation({
    mutationFn: () => api.clientBilling.saveRecharge({ automaticBilling: on, threshold, amount }),
    meta: {
      success: on ? t('recharge.saved', { amount, threshold: formatCount(threshold) }) : t('recharge.off'),
      failure: t('recharge.error'),
      kept: t('recharge.failed'),
    },
    onError() {
      setOn(automaticBilling);
      setThreshold(internal.autochargeCreditThreshold);
      setAmount(internal.autochargeCreditAmount);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.clientBilling.key() }),
  });
  const isSame =
    on === automaticBilling &&
    threshold === internal.autochargeCreditThreshold &&
    amount === internal.autochargeCreditAmount;
  const each = formatCredits(creditsOf(amount * 100, account.usdPerCredit));
  return (
    <>
      <RechargeState recharge={recharge} />
      <Switch
        label={t('recharge.enable')}
        description={t(isMissing ? 'purchase.needsCard' : 'recharge.text')}
        checked={on}
        disabled={!on && (!account.isConnected || !card)}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {on && (
        <>
          <NativeSelect
            label={t('recharge.threshold')}
            value={String(threshold)}
            data={steps(ORG_RECHARGE.threshold, (credits) => t('purchase.count', { credits: formatCount(credits) }))}
            onChange={(event) => setThreshold(Number(event.currentTarget.value))}
          />
          <NativeSelect
            label={t('recharge.amount')}
            description={t('recharge.each', { credits: each })}
            value={String(amount)}
            data={steps(ORG_RECHARGE.amount, (usd) => formatMoney(usd * 100, 'usd'))}
            onChange={(event) => setAmount(Number(event.currentTarget.value))}
          />
        </>
      )}
      <Button
        className={styles.buy}
        disabled={isSame || (on && !card)}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t('recharge.save')}
      </Button>
    </>
  );
}
