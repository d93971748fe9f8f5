import type { WorkspaceCard } from '@antiphon/contract/payments';
import type { Quote } from '@antiphon/contract/quotes';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, formatMoney } from '../../../ui/format/format.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { showFailure } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { PaymentState } from '../payment-state.tsx';
import { OwnCardForm } from './own-card-form.tsx';
import styles from './payments.module.css';
import { QuoteLines } from './quote-lines.tsx';
import { usePayment } from './use-payment.ts';

/** First a card, by whose country currency and tax are told; then what the plan costs, with a code if there is one; at last what was paid. */
export function UpgradeDialog({ card, onClose }: { card: WorkspaceCard; onClose: () => void }) {
  const t = useTexts('payments');
  const [paid, setPaid] = useState<Quote | null>(null);
  return (
    <Modal opened onClose={onClose} title={t('upgrade.title')} size={520} closeOnClickOutside={false}>
      {paid ? (
        <Created quote={paid} onClose={onClose} />
      ) : card.card ? (
        <Checkout card={card} onClose={onClose} onPaid={setPaid} />
      ) : (
        <>
          <p className={styles.lead}>{t('upgrade.text')}</p>
          <p className={styles.lead}>{t('upgrade.costs')}</p>
          <OwnCardForm card={card} onDone={() => {}} onCancel={onClose} />
        </>
      )}
    </Modal>
  );
}

function Created({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const t = useTexts('payments');
  const ui = useTexts('ui');
  const sum = formatMoney(quote.total, quote.currency);
  return (
    <div className={styles.created} role="status">
      <IconCircleCheck size={40} stroke={1.5} aria-hidden="true" />
      <h3 className={styles.createdTitle}>{t('upgrade.created')}</h3>
      <p className={styles.quiet}>{t('upgrade.createdText', { sum, credits: formatCount(quote.credits) })}</p>
      <Button mt={8} data-autofocus onClick={onClose}>
        {ui('close')}
      </Button>
    </div>
  );
}

type CheckoutProps = { card: WorkspaceCard; onClose: () => void; onPaid: (quote: Quote) => void };

function Checkout({ card, onClose, onPaid }: CheckoutProps) {
  const t = useTexts('payments');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const [code, setCode] = useState<string | null>(null);
  // A payment goes on when the dialog is closed.
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const wanted = { purpose: 'subscription', planId: 'pay_as_you_go', discountCode: code } as const;
  const quote = useQuery(
    query.quotes.create.queryOptions({ input: { uid, wanted }, retry: false, staleTime: 20 * 60_000 }),
  );
  const { pay, isPending, failure, ...state } = usePayment({
    ...{ provider: card, success: t('upgrade.done'), onPaid: () => quote.data && onPaid(quote.data) },
    onFailed: (message) =>
      isClosed.current && showFailure({ title: t('upgrade.failedUnseen'), problem: { message, requestId: null } }),
  });
  const order = () =>
    quote.data &&
    pay(() => api.subscriptions.create({ userId: uid, planId: 'pay_as_you_go', quoteId: quote.data.quoteId }));
  return (
    <div className={styles.form}>
      {failure && (
        <Notice title={t('upgrade.failed')}>
          {t('upgrade.failedText')} {failure}
        </Notice>
      )}
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
      <PaymentState {...state} failure={null} begun={isPending ? t('upgrade.creating') : null} />
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
