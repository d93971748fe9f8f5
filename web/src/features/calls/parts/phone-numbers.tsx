import { IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

/** The numbers by which an agent is called, to look at: programs import and change them. */
export function PhoneNumbers({ agentId }: { agentId: string }) {
  const t = useTexts('calls');
  const { uid } = useWorkspace();
  const numbers = useQuery(query.phoneNumbers.list.queryOptions({ input: { uid } }));
  if (numbers.isPending) return <RowsSkeleton rows={3} />;
  if (numbers.isError)
    return (
      <LoadFailure
        title={t('numbers.loadFailed')}
        problem={toProblem(numbers.error)}
        onRetry={() => void numbers.refetch()}
      />
    );
  const items = numbers.data.items.filter((one) => one.agentId === agentId);
  if (items.length === 0)
    return (
      <EmptyState
        icon={<IconPhone size={28} stroke={1.5} />}
        title={t('numbers.none')}
        description={t('numbers.text')}
      />
    );
  return (
    <DataTable
      label={t('views.phoneNumbers')}
      columns={[
        { label: t('numbers.number') },
        { label: t('numbers.name'), isWideOnly: true },
        { label: t('numbers.transfer') },
      ]}
    >
      {items.map(({ id, number, name, transferTo }) => (
        <tr key={id}>
          <td>
            <bdi dir="ltr" className="tabular">
              {number}
            </bdi>
          </td>
          <td className={`${cell.muted} ${cell.wideOnly}`} data-text="content" dir="auto">
            {name}
          </td>
          <td className={cell.muted}>{transferTo === '' ? t('numbers.nobody') : <bdi dir="ltr">{transferTo}</bdi>}</td>
        </tr>
      ))}
    </DataTable>
  );
}
