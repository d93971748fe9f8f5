import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { RowsSkeleton } from '../../ui/skeletons.tsx';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import { AddCredentialDrawer } from './parts/add-credential-drawer.tsx';
import { CredentialRow } from './parts/credential-row.tsx';
import { TestCredentialDialog } from './parts/test-credential-dialog.tsx';

/** The vault of model providers' keys. The open drawer and dialog are in the address. */
export function CredentialsPage() {
  const { drawer, test } = useSearch({ from: '/app/$region/credentials' });
  const navigate = useNavigate({ from: '/app/$region/credentials' });
  const { uid } = useWorkspace();
  const mayWrite = useMay('credentials.write');
  const credentials = useQuery(query.credentials.list.queryOptions({ input: { uid } }));
  const items = credentials.data?.items ?? [];
  const close = () => void navigate({ search: {} });
  const add = mayWrite ? (
    <Button
      leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
      onClick={() => void navigate({ search: { drawer: 'add' } })}
    >
      Add credential
    </Button>
  ) : undefined;
  const tested = items.find(({ id }) => id === test);
  return (
    <Page>
      <PageHeader
        title="Credentials"
        description="Keys of model providers. Agents answer with their models at your own account's cost."
        action={items.length > 0 ? add : undefined}
      />
      {credentials.isPending && <RowsSkeleton rows={3} />}
      {credentials.isError && (
        <LoadFailure
          title="The credentials could not be loaded."
          problem={toProblem(credentials.error)}
          onRetry={() => void credentials.refetch()}
        />
      )}
      {credentials.isSuccess && items.length === 0 && (
        <EmptyState
          icon={<IconKey size={28} stroke={1.5} />}
          title="There are no credentials yet."
          description="Without a key, agents answer with the built-in model, which is no language model: it quotes the best sentences of the agent's content."
          action={add}
        />
      )}
      {items.length > 0 && (
        <DataTable
          label="Credentials"
          columns={[
            { label: 'Name' },
            { label: 'Provider', isWideOnly: true },
            { label: 'Key' },
            { label: 'Last used', isWideOnly: true },
            { label: 'Actions', kind: 'hidden' },
          ]}
        >
          {items.map((credential) => (
            <CredentialRow
              key={credential.id}
              credential={credential}
              mayWrite={mayWrite}
              onTest={() => void navigate({ search: { test: credential.id } })}
            />
          ))}
        </DataTable>
      )}
      <AddCredentialDrawer isOpen={drawer === 'add' && mayWrite} onClose={close} />
      {tested !== undefined && <TestCredentialDialog credential={tested} onClose={close} />}
    </Page>
  );
}
