import type { AgentId } from '@antiphon/contract/ids';
import type { PhoneNumber } from '@antiphon/contract/phone-numbers';
import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { formatCount } from '../../ui/format/format.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { BuyAddon } from '../payments/buy-addon.tsx';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import { ImportModal } from './parts/import-modal.tsx';
import { NumberDrawer } from './parts/number-drawer.tsx';
import { NumberTable } from './parts/number-table.tsx';
import { findNumbers } from './parts/phone-checks.ts';
import styles from './parts/phone-numbers.module.css';

const searchedFrom = 8;

/** The numbers by which an agent is called, or all of the workspace. */
export function PhoneNumbers({ agentId = null }: { agentId?: AgentId | null }) {
  const t = useTexts('calls');
  const { uid } = useWorkspace();
  const mayChange = useMay('agents.publish');
  const numbers = useQuery(query.phoneNumbers.list.queryOptions({ input: { uid } }));
  const [isImporting, importing] = useDisclosure(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  if (numbers.isPending) return <RowsSkeleton rows={3} />;
  if (numbers.isError)
    return (
      <LoadFailure
        title={t('numbers.loadFailed')}
        problem={toProblem(numbers.error)}
        onRetry={() => void numbers.refetch()}
      />
    );
  const items = numbers.data.items.filter((one) => agentId === null || one.agentId === agentId);
  const found = findNumbers(items, search);
  const onImported = (made: PhoneNumber) => {
    importing.close();
    setOpenId(made.id);
  };
  return (
    <>
      <div className={styles.head}>
        <Slots taken={numbers.data.items.length} />
        {mayChange && items.length > 0 && <Button onClick={importing.open}>{t('numbers.import')}</Button>}
      </div>
      {items.length === 0 && (
        <EmptyState
          icon={<IconPhone size={28} stroke={1.5} />}
          title={agentId === null ? t('numbers.noneAtAll') : t('numbers.none')}
          description={mayChange ? t('numbers.text') : t('numbers.forReaders')}
          action={mayChange && <Button onClick={importing.open}>{t('numbers.import')}</Button>}
        />
      )}
      {items.length > searchedFrom && (
        <TextInput
          className={styles.search}
          aria-label={t('numbers.search')}
          placeholder={t('numbers.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {items.length > 0 && found.length === 0 && (
        <p className={styles.quiet} role="status">
          {t('numbers.noMatch')}
        </p>
      )}
      {found.length > 0 && (
        <NumberTable items={found} hasAgents={agentId === null} onOpen={mayChange ? ({ id }) => setOpenId(id) : null} />
      )}
      <ImportModal agentId={agentId} isOpen={isImporting} onClose={importing.close} onImported={onImported} />
      <NumberDrawer
        number={numbers.data.items.find(({ id }) => id === openId) ?? null}
        onClose={() => setOpenId(null)}
      />
    </>
  );
}

/** How many of the plan's numbers are taken; nothing more where the plan has no limit. */
function Slots({ taken }: { taken: number }) {
  const t = useTexts('calls');
  const { uid } = useWorkspace();
  const { data } = useQuery(query.entitlements.get.queryOptions({ input: { uid } }));
  const max = data?.limits.find(({ key }) => key === 'twilioPhoneNumberSlots')?.max ?? null;
  if (max === null) return <p className={styles.slots}>{t('numbers.count', { count: taken })}</p>;
  const isFull = taken >= max;
  return (
    <div className={styles.slots}>
      <span>{t('numbers.slots', { used: formatCount(taken), max: formatCount(max) })}</span>
      {isFull && <span>{t('numbers.full')}</span>}
      <BuyAddon addonId="twilio-phone-number" />
    </div>
  );
}
