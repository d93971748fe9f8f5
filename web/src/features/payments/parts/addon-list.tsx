import type { AddonStatus } from '@antiphon/contract/addons';
import type { WorkspaceCard } from '@antiphon/contract/payments';
import type { Currency } from '@antiphon/contract/quotes';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay, formatMoney } from '../../../ui/format/format.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { showFailure, showSuccess } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { ADDONS, changesOf, isAddon, isNone, mostOf } from './addon-changes.rules.ts';
import { ConfirmAddons } from './confirm-addons.tsx';
import styles from './payments.module.css';

/** What can be had beside the plan, by the number. Nothing is saved before it was confirmed with its price. */
export function AddonList({ card }: { card: WorkspaceCard }) {
  const t = useTexts('payments');
  const { uid } = useWorkspace();
  const [wanted, setWanted] = useState<Record<string, number>>({});
  const [isConfirming, setConfirming] = useState(false);
  const input = { userId: uid, addonKeys: [...ADDONS] };
  const orders = useQuery(query.orders.list.queryOptions({ input: { uid } }));
  // Nothing else is changed while a payment waits for its bank.
  const isWaiting = orders.data?.items.some(({ purpose }) => purpose === 'addons') ?? false;
  const { data, error, isPending, refetch } = useQuery(query.addons.check.queryOptions({ input, retry: false }));
  if (isPending) return <FormSkeleton fields={4} />;
  if (error)
    return <LoadFailure title={t('addons.loadFailed')} problem={toProblem(error)} onRetry={() => void refetch()} />;
  const { addons, hasSubscription, currency, periodEnd } = data;
  const changes = changesOf(addons, wanted);
  const save = () => {
    if (!hasSubscription) showFailure({ title: t('addons.needsPlan'), problem: { message: '', requestId: null } });
    else if (isNone(changes)) showSuccess(t('addons.unchanged'));
    else setConfirming(true);
  };
  return (
    <>
      <ul className={styles.addons}>
        {addons.map((status) => (
          <Row
            key={status.addonKey}
            {...{ status, currency, periodEnd, isOff: !hasSubscription || isWaiting }}
            wanted={wanted[status.addonKey] ?? status.quantity}
            onWanted={(quantity) => setWanted({ ...wanted, [status.addonKey]: quantity })}
          />
        ))}
      </ul>
      <p className={styles.quiet}>{t('addons.note')}</p>
      <Group gap="xs">
        <Button onClick={save} disabled={isWaiting}>
          {t('addons.save')}
        </Button>
      </Group>
      {isConfirming && (
        <ConfirmAddons
          {...{ changes, statuses: addons, periodEnd, card, title: t('addons.confirm') }}
          onDone={() => {
            setConfirming(false);
            setWanted({});
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

interface RowProps {
  status: AddonStatus;
  wanted: number;
  onWanted: (quantity: number) => void;
  currency: Currency;
  periodEnd: number | null;
  isOff: boolean;
}

function Row({ status, wanted, onWanted, currency, periodEnd, isOff }: RowProps) {
  const t = useTexts('payments');
  const { addonKey, quantity, paidQuantity, price } = status;
  if (!isAddon(addonKey)) return null;
  const name = t(`addons.names.${addonKey}`);
  const date = periodEnd === null ? '' : formatDay(new Date(periodEnd * 1_000));
  return (
    <li className={styles.addon}>
      <div>
        <span className={styles.addonName}>{name}</span>
        <p className={styles.quiet}>
          {t('addons.price', { sum: formatMoney(Math.round((price ?? 0) * 100), currency) })}
        </p>
        {paidQuantity > quantity && (
          <p className={styles.quiet}>{t('addons.until', { paid: paidQuantity, quantity, date })}</p>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('addons.less', { name })}
          disabled={isOff || wanted <= 0}
          onClick={() => onWanted(wanted - 1)}
        >
          <IconMinus size={16} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
        <output className={styles.addonCount} aria-label={name}>
          {wanted}
        </output>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('addons.one', { name })}
          disabled={isOff || wanted >= mostOf(status)}
          onClick={() => onWanted(wanted + 1)}
        >
          <IconPlus size={16} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Group>
    </li>
  );
}
