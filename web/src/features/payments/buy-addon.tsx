import type { AddonStatus } from '@antiphon/contract/addons';
import type { WorkspaceCard } from '@antiphon/contract/payments';
import type { AddonId } from '@antiphon/contract/quotes';
import { Button, NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { ADDONS, BOUGHT_MAX } from './parts/addon-changes.rules.ts';
import { ConfirmAddons } from './parts/confirm-addons.tsx';

/** More of one add-on, where somebody sees that there is too little of it. Nothing where it cannot be bought just now. */
export function BuyAddon({ addonId }: { addonId: AddonId }) {
  const t = useTexts('payments');
  const { uid, permissions } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const mayPay = permissions.includes('billing.write');
  const card = useQuery(query.payments.getCard.queryOptions({ input: { uid }, retry: false, enabled: mayPay }));
  const input = { userId: uid, addonKeys: [...ADDONS] };
  const { data } = useQuery(
    query.addons.check.queryOptions({ input, retry: false, enabled: mayPay && card.isSuccess }),
  );
  const status = data?.addons.find(({ addonKey }) => addonKey === addonId);
  // What is paid for and will not go on comes back first, in the plan itself.
  if (!card.data || !data?.hasSubscription || !status || status.paidQuantity > status.quantity) return null;
  const { periodEnd } = data;
  return (
    <>
      <Button variant="subtle" size="compact-xs" onClick={() => setOpen(true)}>
        {t('addons.add', { name: t(`addons.names.${addonId}`) })}
      </Button>
      {isOpen && <Purchase {...{ addonId, status, periodEnd, card: card.data }} onClose={() => setOpen(false)} />}
    </>
  );
}

interface PurchaseProps {
  addonId: AddonId;
  status: AddonStatus;
  periodEnd: number | null;
  card: WorkspaceCard;
  onClose: () => void;
}

function Purchase({ addonId, status, periodEnd, card, onClose }: PurchaseProps) {
  const t = useTexts('payments');
  const [quantity, setQuantity] = useState(1);
  const [asked] = useDebouncedValue(quantity, 300);
  const name = t(`addons.names.${addonId}`);
  const { quantity: from } = status;
  const changes = { fewer: [], back: [], more: [{ addonId, from, to: from + asked }] };
  return (
    <ConfirmAddons
      {...{ changes, periodEnd, card, statuses: [status], onClose, onDone: onClose }}
      title={t('addons.add', { name })}
    >
      <NumberInput
        label={t('addons.howMany')}
        min={1}
        max={BOUGHT_MAX}
        step={1}
        allowDecimal={false}
        clampBehavior="strict"
        value={quantity}
        data-autofocus
        onChange={(value) => setQuantity(typeof value === 'number' && value >= 1 ? value : 1)}
      />
    </ConfirmAddons>
  );
}
