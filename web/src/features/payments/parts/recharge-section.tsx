import { RECHARGE } from '@antiphon/contract/recharge-steps';
import type { Recharge } from '@antiphon/contract/recharges';
import { Button, Group, NativeSelect, Switch, Tooltip } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Problem, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCredits, formatMoney } from '../../../ui/format/format.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './payments.module.css';
import { rechargeFaultWords } from './recharge-fault-words.ts';
import { RechargeState } from './recharge-state.tsx';
import { CHANGED } from './use-payment.ts';

interface RechargeProps {
  isFree: boolean;
  hasCard: boolean;
}

/** When credits are bought by themselves, and why they are not. */
export function RechargeSection(props: RechargeProps) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const found = useQuery(query.recharges.get.queryOptions({ input: { uid } }));
  return (
    <FormSection title={t('recharge.title')} description={t('recharge.text')}>
      {found.isPending && <FormSkeleton fields={2} />}
      {found.isError && !found.data && (
        <LoadFailure
          title={t('recharge.loadFailed')}
          problem={toProblem(found.error)}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.data && <RechargeForm recharge={found.data} {...props} />}
    </FormSection>
  );
}

const steps = ({ min, max, step }: { min: number; max: number; step: number }) =>
  Array.from({ length: (max - min) / step + 1 }, (_, at) => min + at * step);

/** An answer without success: said at the switch. */
class Refused extends Error implements Problem {
  readonly code = 'conflict';
  readonly status = 409;
  readonly requestId = null;
  readonly issues: Problem['issues'];
  constructor(message: string) {
    super(message);
    this.issues = [{ path: 'autoBilling', message }];
  }
}

function RechargeForm({ recharge, isFree, hasCard }: RechargeProps & { recharge: Recharge }) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const { internal, currency, automaticBilling } = recharge;
  const [on, setOn] = useState(automaticBilling);
  const [threshold, setThreshold] = useState(internal.autochargeCreditThreshold);
  const [amount, setAmount] = useState(internal.autochargeCreditAmount);
  const [limit, setLimit] = useState(internal.monthlyChargeLimit);
  const [isAsking, setAsking] = useState(false);
  const saving = useMutation({
    async mutationFn() {
      const sent = { uid, autoBilling: on, threshold, amount, monthlyChargeLimit: limit };
      const { success, message } = await api.recharges.save(sent);
      if (!success) throw new Refused(message);
    },
    meta: { success: t('recharge.saved'), fields: ['monthlyChargeLimit', 'autoBilling'] },
    onSuccess: () => setAsking(false),
    // What was chosen stays, also where it could not be saved. The plan may have ended since it was looked at.
    onSettled: () => Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  const wrongAt = (field: string) => {
    const wrong = saving.isError && toProblem(saving.error).issues.find(({ path }) => path === field);
    return wrong && t('recharge.failed', { message: rechargeFaultWords(wrong.message, currency) });
  };
  const isSame =
    on === automaticBilling &&
    threshold === internal.autochargeCreditThreshold &&
    amount === internal.autochargeCreditAmount &&
    limit === internal.monthlyChargeLimit;
  const isNewlyUnlimited = on && limit === 0 && (internal.monthlyChargeLimit !== 0 || !automaticBilling);
  const money = (units: number) => formatMoney(units * 100, currency);
  const choose = (set: (value: number) => void) => (event: { currentTarget: { value: string } }) => {
    // It was said of what stood there before.
    saving.reset();
    set(Number(event.currentTarget.value));
  };
  const option = (label: (value: number) => string) => (value: number) => ({
    value: String(value),
    label: label(value),
  });
  return (
    <div className={styles.form}>
      <RechargeState recharge={recharge} />
      <Tooltip label={t('recharge.needsPlan')} disabled={!isFree}>
        <div>
          <Switch
            label={t('recharge.enable')}
            description={isFree ? t('recharge.needsPlan') : !hasCard ? t('recharge.needsCard') : undefined}
            error={wrongAt('autoBilling')}
            checked={on}
            disabled={!on && (isFree || !hasCard)}
            onChange={(event) => {
              saving.reset();
              setOn(event.currentTarget.checked);
            }}
          />
        </div>
      </Tooltip>
      {on && (
        <>
          <NativeSelect
            label={t('recharge.threshold')}
            value={String(threshold)}
            data={steps(RECHARGE.threshold).map(
              option((credits) => t('recharge.credits', { credits: formatCredits(credits) })),
            )}
            onChange={choose(setThreshold)}
          />
          <NativeSelect
            label={t('recharge.amount')}
            description={t('recharge.beforeTax')}
            value={String(amount)}
            data={steps(RECHARGE.amount).map(option(money))}
            onChange={choose(setAmount)}
          />
          <NativeSelect
            label={t('recharge.limit')}
            description={t(limit === 0 ? 'recharge.withoutLimit' : 'recharge.withTax')}
            value={String(limit)}
            data={steps(RECHARGE.monthlyLimit).map(
              option((units) => (units === 0 ? t('recharge.noLimit') : money(units))),
            )}
            error={wrongAt('monthlyChargeLimit')}
            onChange={choose(setLimit)}
          />
        </>
      )}
      <Group>
        <Button
          disabled={isSame}
          loading={saving.isPending}
          onClick={() => (isNewlyUnlimited ? setAsking(true) : saving.mutate())}
        >
          {t('recharge.save')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('recharge.unlimitedTitle')}
        confirmLabel={t('recharge.unlimitedSave')}
        onConfirm={() => saving.mutate()}
        isPending={saving.isPending}
        isDangerous={false}
      >
        {t('recharge.unlimitedText', { sum: money(amount) })}
      </ConfirmDialog>
    </div>
  );
}
