import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { AccessKeysSection } from '../access-keys/access-keys-section.tsx';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import { AddCredentialDrawer } from './parts/add-credential-drawer.tsx';
import { CallCredentialsSection } from './parts/call-credentials-section.tsx';
import { CredentialRow } from './parts/credential-row.tsx';
import { RotateCredentialDialog } from './parts/rotate-credential-dialog.tsx';
import { TestCredentialDialog } from './parts/test-credential-dialog.tsx';

/** The vault: keys of model providers, secrets that functions send along, and keys that let programs in. The open drawer and dialog are in the address. */
export function CredentialsPage() {
  const t = useTexts('credentials');
  const { drawer, test, rotate, access } = useSearch({ from: '/app/$region/credentials' });
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
      {t('add.title')}
    </Button>
  ) : undefined;
  const tested = items.find(({ id }) => id === test);
  const rotated = mayWrite ? items.find(({ id }) => id === rotate) : undefined;
  return (
    <Page>
      <PageHeader title={t('title')} description={t('description')} action={items.length > 0 ? add : undefined} />
      {credentials.isPending && <RowsSkeleton rows={3} />}
      {credentials.isError && (
        <LoadFailure
          title={t('loadFailed')}
          problem={toProblem(credentials.error)}
          onRetry={() => void credentials.refetch()}
        />
      )}
      {credentials.isSuccess && items.length === 0 && (
        <EmptyState
          icon={<IconKey size={28} stroke={1.5} />}
          title={t('empty.title')}
          description={t('empty.text')}
          action={add}
        />
      )}
      {items.length > 0 && (
        <DataTable
          label={t('title')}
          columns={[
            { label: t('columns.name') },
            { label: t('columns.provider'), isWideOnly: true },
            { label: t('columns.key') },
            { label: t('columns.agents'), isWideOnly: true },
            { label: t('columns.added'), isWideOnly: true },
            { label: t('columns.used'), isWideOnly: true },
            { label: t('columns.actions'), kind: 'hidden' },
          ]}
        >
          {items.map((credential) => (
            <CredentialRow
              key={credential.id}
              credential={credential}
              mayWrite={mayWrite}
              onTest={() => void navigate({ search: { test: credential.id } })}
              onRotate={() => void navigate({ search: { rotate: credential.id } })}
            />
          ))}
        </DataTable>
      )}
      <CallCredentialsSection />
      <AccessKeysSection
        isMaking={access === 'new'}
        onMake={() => void navigate({ search: { access: 'new' } })}
        onClose={close}
      />
      <AddCredentialDrawer isOpen={drawer === 'add' && mayWrite} onClose={close} />
      {tested !== undefined && <TestCredentialDialog credential={tested} onClose={close} />}
      {rotated !== undefined && <RotateCredentialDialog credential={rotated} onClose={close} />}
    </Page>
  );
}
