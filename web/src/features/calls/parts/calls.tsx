import type { CallState } from '@antiphon/contract/calls';
import type { AgentId } from '@antiphon/contract/ids';
import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useCalls } from '../use-calls.ts';
import { CallTable } from './call-table.tsx';
import styles from './calls.module.css';

export interface CallChoice {
  agentId?: AgentId | undefined;
  state?: CallState | undefined;
}

interface CallsProps {
  chosen: CallChoice;
  onChoose: (chosen: CallChoice) => void;
  /** Whose calls they are, where they can be narrowed to one. */
  agents?: readonly { ID: AgentId; title: string }[];
  hasCredits: boolean;
  mayOpen: boolean;
  mayEnd: boolean;
  /** Of an empty list: how calls are switched on. */
  howTo: string;
  action?: ReactNode;
}

/** Calls, newest first, of one agent or of several. */
export function Calls({ chosen, onChoose, agents = [], howTo, action, ...told }: CallsProps) {
  const t = useTexts('calls');
  const { pages, items } = useCalls(chosen);
  const isOfMany = agents.length > 1;
  const isEmpty = pages.isSuccess && items.length === 0 && !pages.isPlaceholderData;
  const isFiltered = chosen.state !== undefined || (isOfMany && chosen.agentId !== undefined);
  return (
    <>
      {(items.length > 0 || isFiltered) && (
        <Filters chosen={chosen} onChoose={onChoose} agents={isOfMany ? agents : []} />
      )}
      {pages.isPending && <RowsSkeleton />}
      {pages.isError && items.length === 0 && (
        <LoadFailure
          title={t('list.loadFailed')}
          problem={toProblem(pages.error)}
          onRetry={() => void pages.refetch()}
        />
      )}
      {isEmpty && !isFiltered && (
        <EmptyState
          icon={<IconPhone size={28} stroke={1.5} />}
          title={t('empty.title')}
          description={howTo}
          action={action}
        />
      )}
      {isEmpty && isFiltered && (
        <EmptyState
          title={t('empty.filtered')}
          action={
            <Button
              variant="default"
              onClick={() => onChoose({ agentId: isOfMany ? undefined : chosen.agentId, state: undefined })}
            >
              {t('empty.all')}
            </Button>
          }
        />
      )}
      {items.length > 0 && (
        <CallTable
          {...told}
          items={items}
          isOfMany={isOfMany}
          more={
            pages.hasNextPage ? { onMore: () => void pages.fetchNextPage(), isLoading: pages.isFetchingNextPage } : null
          }
        />
      )}
    </>
  );
}

type FiltersProps = Required<Pick<CallsProps, 'chosen' | 'onChoose' | 'agents'>>;

function Filters({ chosen, onChoose, agents }: FiltersProps) {
  const t = useTexts('calls');
  return (
    <div className={styles.toolbar}>
      <SegmentedControl
        aria-label={t('filters.state')}
        value={chosen.state ?? 'all'}
        onChange={(state) => onChoose({ ...chosen, state: state === 'all' ? undefined : (state as CallState) })}
        data={[
          { value: 'all', label: t('filters.all') },
          { value: 'live', label: t('list.live') },
          { value: 'ended', label: t('list.ended') },
        ]}
      />
      {agents.length > 0 && (
        <Select
          aria-label={t('filters.agent')}
          w={240}
          allowDeselect={false}
          searchable={agents.length > 8}
          value={chosen.agentId ?? ''}
          onChange={(agentId) => onChoose({ ...chosen, agentId: agentId ? (agentId as AgentId) : undefined })}
          data={[
            { value: '', label: t('filters.allAgents') },
            ...agents.map(({ ID, title }) => ({ value: ID, label: title })),
          ]}
        />
      )}
    </div>
  );
}
