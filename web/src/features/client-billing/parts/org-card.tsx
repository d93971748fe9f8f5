import type { BillingAccount } from '@antiphon/contract/client-billing';
import type { PaymentMethod } from '@antiphon/contract/payments';
import { Button, Collapse } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { useClient } from '../../client-sessions/use-client.ts';
import { CardForm, type CardKit } from '../../payments/card-form.tsx';
import { providerOf, usePaymentMethod } from '../use-billing.ts';
import styles from './client-billing.module.css';
import { Part } from './part.tsx';

const EXPANDS_MS = 300;

/** The card that is charged, and the fields of another one. */
export function OrgCard({ account }: { account: BillingAccount }) {
  const t = useTexts('client-billing');
  const { card, isPending, isError, error, refetch } = usePaymentMethod(account);
  const [isOpen, setOpen] = useState(false);
  return (
    <Part title={t('card.title')}>
      {isPending && <FormSkeleton fields={1} />}
      {isError && (
        <LoadFailure title={t('card.loadFailed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {!isPending && !isError && (
        <>
          <div className={styles.head}>
            {card ? <Shown card={card} /> : <p className={styles.quiet}>{t('card.none')}</p>}
            {!isOpen && (
              <Button variant="default" onClick={() => setOpen(true)}>
                {t(card ? 'card.edit' : 'card.add')}
              </Button>
            )}
          </div>
          <Collapse expanded={isOpen} transitionDuration={EXPANDS_MS} keepMounted={false}>
            <Typed account={account} card={card} onDone={() => setOpen(false)} />
          </Collapse>
        </>
      )}
    </Part>
  );
}

function Shown({ card: { card } }: { card: PaymentMethod }) {
  const t = useTexts('client-billing');
  const date = `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`;
  const isOver = new Date(card.exp_year, card.exp_month) <= new Date();
  return (
    <div>
      <p className={styles.card}>
        {card.brand.replace(/^./, (first) => first.toUpperCase())} <bdi dir="ltr">•••• {card.last4}</bdi>
      </p>
      <p className={styles.quiet}>{t(isOver ? 'card.expired' : 'card.expires', { date })}</p>
    </div>
  );
}

type TypedProps = { account: BillingAccount; card: PaymentMethod | null; onDone: () => void };

/** Begins with to whom invoices are written now. */
function Typed({ account, card, onDone }: TypedProps) {
  const { client } = useClient();
  const queryClient = useQueryClient();
  const kit: CardKit = {
    provider: providerOf(account),
    hadCard: card !== null,
    start: () => api.clientBilling.startCard({}),
    async save(saved) {
      await api.clientBilling.saveCard(saved);
      await queryClient.invalidateQueries({ queryKey: query.clientBilling.key() });
    },
  };
  const { name, email, address } = card?.billing_details ?? { name: client.name, email: client.email };
  const { line1 = '', line2 = '', city = '', state = '', postal_code: postalCode = '', country = '' } = address ?? {};
  const whose = {
    name: name || client.name,
    email: email || client.email,
    line1,
    line2,
    city,
    state,
    postalCode,
    country,
  };
  return <CardForm kit={kit} whose={whose} onDone={onDone} />;
}
