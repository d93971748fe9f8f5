import type { WorkspaceCard } from '@antiphon/contract/payments';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { OwnCardForm } from './parts/own-card-form.tsx';
import styles from './parts/payments.module.css';
import { useTakesPayments } from './use-takes-payments.ts';

/** The card that is charged. Nothing where no payments are taken. */
export function PaymentMethod() {
  const t = useTexts('payments');
  const { uid, permissions } = useWorkspace();
  const card = useQuery(query.payments.getCard.queryOptions({ input: { uid }, retry: false }));
  const [isOpen, setOpen] = useState(false);
  if (useTakesPayments() === false) return null;
  const mayPay = permissions.includes('billing.write');
  return (
    <FormSection title={t('title')} description={t('text')}>
      {card.isPending && <FormSkeleton fields={1} />}
      {card.isError && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(card.error)} onRetry={() => void card.refetch()} />
      )}
      {card.data && (
        <div className={styles.card}>
          <Card card={card.data.card} />
          {mayPay && (
            <Button variant="default" onClick={() => setOpen(true)}>
              {card.data.card ? t('replace') : t('add')}
            </Button>
          )}
        </div>
      )}
      {card.data && !mayPay && <p className={styles.quiet}>{t('mayNot')}</p>}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('title')} size={520} closeOnClickOutside={false}>
        {card.data && <OwnCardForm card={card.data} onDone={() => setOpen(false)} />}
      </Modal>
    </FormSection>
  );
}

function Card({ card }: Pick<WorkspaceCard, 'card'>) {
  const t = useTexts('payments');
  if (!card) return <p className={styles.quiet}>{t('none')}</p>;
  const month = String(card.expMonth).padStart(2, '0');
  const isOver = new Date(card.expYear, card.expMonth) <= new Date();
  return (
    <div>
      <span className={styles.number}>
        {card.brand.replace(/^./, (first) => first.toUpperCase())} <bdi dir="ltr">•••• {card.last4}</bdi>
      </span>
      <p className={styles.quiet}>{t(isOver ? 'expired' : 'expires', { date: `${month}/${card.expYear}` })}</p>
    </div>
  );
}
