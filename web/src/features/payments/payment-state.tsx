import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { BankDialog } from './parts/bank-dialog.tsx';
import styles from './parts/payments.module.css';
import { PATIENCE_MS, type usePaying } from './use-paying.ts';

type PaymentStateProps = Pick<ReturnType<typeof usePaying>, 'confirmingSince' | 'failure' | 'asked'> & {
  /** Over what went wrong, where it is more than a payment. */
  title?: string;
  /** Said until there is something to confirm. */
  begun?: string | null;
};

/** What goes on with a payment, above its button. */
export function PaymentState({ confirmingSince, failure, asked, title, begun = null }: PaymentStateProps) {
  const t = useTexts('payments');
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (confirmingSince === null) return;
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [confirmingSince]);
  return (
    <div aria-live="polite">
      {failure && <Notice title={title ?? t('notPaid')}>{failure}</Notice>}
      {(confirmingSince ?? begun) !== null && (
        <p className={styles.confirming}>
          <Loader size={16} />
          <span>
            {confirmingSince === null ? begun : t('confirming')} {isLong && t('mayClose')}
          </span>
        </p>
      )}
      {asked && <BankDialog {...asked} />}
    </div>
  );
}
