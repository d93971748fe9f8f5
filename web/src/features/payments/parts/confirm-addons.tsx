import type { AddonStatus } from '@antiphon/contract/addons';
import type { WorkspaceCard } from '@antiphon/contract/payments';
import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay, formatMoney } from '../../../ui/format/format.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { PaymentState } from '../payment-state.tsx';
import type { AddonChanges } from './addon-changes.rules.ts';
import styles from './payments.module.css';
import { QuoteLines } from './quote-lines.tsx';
import { useAddonChanges } from './use-addon-changes.ts';

interface ConfirmAddonsProps {
  title: string;
  changes: AddonChanges;
  statuses: readonly AddonStatus[];
  /** Unix seconds. */
  periodEnd: number | null;
  card: WorkspaceCard;
  /** Above all else. */
  children?: ReactNode;
  onDone: () => void;
  onClose: () => void;
}

/** What changes when, and what of it is charged now. The button names the sum. */
export function ConfirmAddons(props: ConfirmAddonsProps) {
  const { title, changes, statuses, periodEnd, card, children, onDone, onClose } = props;
  const t = useTexts('payments');
  const ui = useTexts('ui');
  const { fewer, back, more } = changes;
  const { quote, wrong, save, isPending, confirmingSince, failure, asked } = useAddonChanges({
    ...{ changes, statuses, provider: card, onDone },
  });
  const date = periodEnd === null ? '' : formatDay(new Date(periodEnd * 1_000));
  const isReady = more.length === 0 || quote.isSuccess;
  return (
    <Modal opened onClose={onClose} title={title} size={520} closeOnClickOutside={false}>
      <div className={styles.form}>
        {children}
        {(fewer.length > 0 || back.length > 0) && (
          <ul className={styles.changes}>
            {fewer.map(({ addonId, to }) => (
              <li key={addonId}>{t('addons.fewer', { name: t(`addons.names.${addonId}`), quantity: to, date })}</li>
            ))}
            {back.map(({ addonId, to }) => (
              <li key={addonId}>{t('addons.back', { name: t(`addons.names.${addonId}`), quantity: to })}</li>
            ))}
          </ul>
        )}
        {more.length > 0 && (
          <>
            {quote.isPending && <FormSkeleton fields={2} />}
            {wrong && (
              <LoadFailure
                title={wrong.code === 'not_found' ? t('addons.noWorkspace') : t('addons.prepareFailed')}
                problem={wrong}
                onRetry={() => void quote.refetch()}
              />
            )}
            {quote.data && (
              <>
                <p className={styles.quiet}>{t('addons.now', { date })}</p>
                <QuoteLines quote={quote.data} />
                <p className={styles.quiet}>
                  {t('addons.then', { sum: formatMoney(quote.data.recurringTotal, quote.data.currency), date })}
                </p>
              </>
            )}
          </>
        )}
        <p className={styles.quiet}>{t('addons.note')}</p>
        <PaymentState {...{ confirmingSince, failure, asked }} title={t('addons.failed')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui(isPending ? 'close' : 'cancel')}
          </Button>
          <Button disabled={!isReady || isPending} onClick={save}>
            {isPending
              ? t('processing')
              : quote.data
                ? t('pay', { sum: formatMoney(quote.data.total, quote.data.currency) })
                : t('addons.saveChanges')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
