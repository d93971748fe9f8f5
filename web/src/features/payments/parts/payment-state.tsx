import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { BankDialog } from './bank-dialog.tsx';
import styles from './payments.module.css';
import { PATIENCE_MS, type usePayment } from './use-payment.ts';

type PaymentStateProps = Pick<ReturnType<typeof usePayment>, 'confirmingSince' | 'failure' | 'asked'> & {
  /** Over what went wrong, where it is more than a payment. */
  title?: string;
};

/** What goes on with a payment, above its button. */
export function PaymentState({ confirmingSince, failure, asked, title }: PaymentStateProps) {
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
      {confirmingSince !== null && (
        <p className={styles.confirming}>
          <Loader size={16} />
          <span>
            {t('confirming')} {isLong && t('mayClose')}
          </span>
        </p>
      )}
      {asked && <BankDialog {...asked} />}
    </div>
  );
}
