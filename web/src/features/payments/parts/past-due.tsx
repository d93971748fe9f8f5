import type { WorkspaceCard } from '@antiphon/contract/payments';
import type { CurrentPlan } from '@antiphon/contract/subscriptions';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay, formatMoney } from '../../../ui/format/format.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { InvoiceWays } from '../invoice-ways.tsx';
import { OwnCardForm } from './own-card-form.tsx';
import styles from './payments.module.css';
import { usePayment } from './use-payment.ts';

interface PastDueProps {
  plan: CurrentPlan;
  card: WorkspaceCard;
  mayPay: boolean;
}

/** What happened, what stays until when, and how it is made good. Nothing where nothing is owed. */
export function PastDue({ plan, card, mayPay }: PastDueProps) {
  const t = useTexts('payments');
  const { pastDue, status } = plan;
  if (!pastDue || status === 'active') return null;
  const sum = formatMoney(Math.round(pastDue.amount * 100), pastDue.currency);
  const date = formatDay(new Date(pastDue.endsAt * 1_000));
  return (
    <div className={styles.unfinished}>
      <Notice title={t(`pastDue.title.${status}`, { sum })}>
        <p className={styles.quiet}>{t(`pastDue.text.${status}`, { sum, date })}</p>
        <p className={styles.quiet}>{t('pastDue.end', { date })}</p>
        {mayPay ? <Ways pastDue={pastDue} card={card} sum={sum} /> : <p className={styles.quiet}>{t('mayNotPay')}</p>}
      </Notice>
    </div>
  );
}

type WaysProps = { pastDue: NonNullable<CurrentPlan['pastDue']>; card: WorkspaceCard; sum: string };

function Ways({ pastDue, card, sum }: WaysProps) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const [isOther, setOther] = useState(false);
  const { invoiceId, hosted_invoice_url: page } = pastDue;
  const { payInvoice, ...state } = usePayment({
    ...{ provider: card, success: t('unfinished.done'), onPaid: () => {} },
  });
  const pay = () =>
    payInvoice(
      () => api.invoices.pay({ uid, invoiceId }),
      () => api.invoices.get({ uid, invoiceId }),
    );
  return (
    <>
      <InvoiceWays {...{ sum, page, state }} onPay={card.card && pay}>
        <Button size="xs" variant="default" disabled={state.isPending} onClick={() => setOther(true)}>
          {t('pastDue.other')}
        </Button>
      </InvoiceWays>
      <Modal opened={isOther} onClose={() => setOther(false)} title={t('title')} size={520} closeOnClickOutside={false}>
        <OwnCardForm
          card={card}
          onCancel={() => setOther(false)}
          onDone={() => {
            setOther(false);
            pay();
          }}
        />
      </Modal>
    </>
  );
}
