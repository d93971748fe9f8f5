import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { PaymentState } from './payment-state.tsx';
import type { usePaying } from './use-paying.ts';

type InvoiceWaysProps = {
  /** What is owed, as it is shown. */
  sum: string;
  /** The provider's page of the invoice; empty where there is none. */
  page: string;
  state: Pick<ReturnType<typeof usePaying>, 'isPending' | 'confirmingSince' | 'failure' | 'asked'>;
  /** Null: there is no card that could be charged. */
  onPay: (() => void) | null;
  /** Other ways, beside the first. */
  children?: ReactNode;
};

/** How an invoice that was not paid is made good, and what becomes of it. */
export function InvoiceWays({ sum, page, state, onPay, children }: InvoiceWaysProps) {
  const t = useTexts('payments');
  const { isPending, ...shown } = state;
  return (
    <>
      <PaymentState {...shown} title={t('wentWrong')} />
      <Group gap="xs" mt={8}>
        {onPay && (
          <Button size="xs" disabled={isPending} onClick={onPay}>
            {isPending ? t('processing') : t('pay', { sum })}
          </Button>
        )}
        {children}
        {page !== '' && (
          <Button
            {...{ size: 'xs', variant: 'subtle', component: 'a' }}
            {...{ href: page, target: '_blank', rel: 'noreferrer' }}
          >
            {t('pastDue.invoice')}
          </Button>
        )}
      </Group>
    </>
  );
}
