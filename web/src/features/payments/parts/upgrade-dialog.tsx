import type { WorkspaceCard } from '@antiphon/contract/payments';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatMoney } from '../../../ui/format/format.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { CardForm } from './card-form.tsx';
import { PaymentState } from './payment-state.tsx';
import styles from './payments.module.css';
import { QuoteLines } from './quote-lines.tsx';
import { usePayment } from './use-payment.ts';

/** First a card, by whose country currency and tax are told; then what the plan costs, with a code if there is one. */
export function UpgradeDialog({ card, onClose }: { card: WorkspaceCard; onClose: () => void }) {
  const t = useTexts('payments');
  return (
    <Modal opened onClose={onClose} title={t('upgrade.title')} size={520} closeOnClickOutside={false}>
      {card.card ? <Checkout card={card} onClose={onClose} /> : <CardForm onDone={() => {}} onCancel={onClose} />}
    </Modal>
  );
}

function Checkout({ card, onClose }: { card: WorkspaceCard; onClose: () => void }) {
  const t = useTexts('payments');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const [code, setCode] = useState<string | null>(null);
  const wanted = { purpose: 'subscription', planId: 'pay_as_you_go', discountCode: code } as const;
  const quote = useQuery(
    query.quotes.create.queryOptions({ input: { uid, wanted }, retry: false, staleTime: 20 * 60_000 }),
  );
  const { publishableKey } = card;
  const { pay, isPending, ...state } = usePayment({ publishableKey, success: t('upgrade.done'), onPaid: onClose });
  const order = () =>
    quote.data &&
    pay(() => api.subscriptions.create({ userId: uid, planId: 'pay_as_you_go', quoteId: quote.data.quoteId }));
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>{t('upgrade.text')}</p>
      {quote.isPending && <FormSkeleton fields={2} />}
      {quote.isError && (
        <LoadFailure title={t('quote.failed')} problem={toProblem(quote.error)} onRetry={() => void quote.refetch()} />
      )}
      {quote.data && <QuoteLines quote={quote.data} />}
      <CodeField code={code} onCode={setCode} isDisabled={isPending} />
      {quote.data && (
        <p className={styles.quiet}>
          {t('upgrade.then', { sum: formatMoney(quote.data.recurringTotal, quote.data.currency) })}
        </p>
      )}
      <PaymentState {...state} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ui(isPending ? 'close' : 'cancel')}
        </Button>
        <Button disabled={!quote.data || isPending} onClick={order}>
          {isPending
            ? t('processing')
            : t('pay', { sum: quote.data ? formatMoney(quote.data.total, quote.data.currency) : '' })}
        </Button>
      </Group>
    </div>
  );
}

type CodeFieldProps = { code: string | null; onCode: (code: string | null) => void; isDisabled: boolean };

/** A code that counts stands there until it is removed. */
function CodeField({ code, onCode, isDisabled }: CodeFieldProps) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const [typed, setTyped] = useState('');
  const checking = useMutation({
    meta: { isFailureShown: true },
    mutationFn: (discountCode: string) => api.quotes.checkCode({ userId: uid, discountCode }),
    onSuccess: ({ discount }, discountCode) => discount.valid && onCode(discountCode),
  });
  const isWrong = checking.isError || checking.data?.discount.valid === false;
  if (code !== null)
    return (
      <div className={styles.card}>
        <span>{t('code.applied', { code })}</span>
        <Button variant="subtle" size="xs" disabled={isDisabled} onClick={() => onCode(null)}>
          {t('code.remove')}
        </Button>
      </div>
    );
  return (
    <form
      className={styles.code}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') checking.mutate(typed.trim());
      }}
    >
      <TextInput
        label={t('code.label')}
        value={typed}
        maxLength={100}
        error={isWrong && (checking.isError ? toProblem(checking.error).message : t('code.wrong'))}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          checking.reset();
        }}
      />
      <Button type="submit" variant="default" loading={checking.isPending} disabled={typed.trim() === '' || isDisabled}>
        {t('code.apply')}
      </Button>
    </form>
  );
}
