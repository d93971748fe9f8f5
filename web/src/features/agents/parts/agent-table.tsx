import type { AgentSummary } from '@antiphon/contract/agents';
import { useTexts } from '../../../texts/texts.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { AgentRow } from './agent-row.tsx';

export type More = Parameters<typeof DataTable>[0]['more'];

export function AgentTable({ items, more }: { items: AgentSummary[]; more: More }) {
  const t = useTexts('agents');
  return (
    <DataTable
      label={t('title')}
      more={more}
      columns={[
        { label: t('columns.agent') },
        { label: t('columns.state'), isWideOnly: true },
        { label: t('columns.documents'), kind: 'number', isWideOnly: true },
        { label: t('columns.conversations'), kind: 'number', isWideOnly: true },
        { label: t('columns.changed'), isWideOnly: true },
        { label: t('columns.actions'), kind: 'hidden' },
      ]}
    >
      {items.map((agent) => (
        <AgentRow key={agent.ID} agent={agent} />
      ))}
    </DataTable>
  );
}
