import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';
import { CallCredentialDrawer } from '../call-credential-drawer.tsx';
import { CallCredentialRow } from './call-credential-row.tsx';
import styles from './credentials.module.css';

/** Secrets of other systems, which functions send along. The open drawer is in the address. */
export function CallCredentialsSection() {
  const t = useTexts('call-credentials');
  const { call } = useSearch({ from: '/app/$region/credentials' });
  const navigate = useNavigate({ from: '/app/$region/credentials' });
  const { uid } = useWorkspace();
  const mayWrite = useMay('credentials.write');
  const list = useQuery(query.callCredentials.list.queryOptions({ input: { uid } }));
  const items = list.data?.items ?? [];
  const replaced = items.find(({ id }) => id === call);
  const close = () => void navigate({ search: {} });
  return (
    <section className={styles.calls} aria-labelledby="functions">
      <div className={styles.callsHead}>
        <div>
          <h2 id="functions" className={styles.callsTitle}>
            {t('title')}
          </h2>
          <p className={styles.callsText}>{t('text')}</p>
        </div>
        {mayWrite && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
            onClick={() => void navigate({ search: { call: 'new' } })}
          >
            {t('add')}
          </Button>
        )}
      </div>
      {list.isPending && <RowsSkeleton rows={2} />}
      {list.isError && items.length === 0 && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && items.length === 0 && <p className={styles.callsNone}>{t('none')}</p>}
      {items.length > 0 && (
        <DataTable
          label={t('title')}
          columns={[
            { label: t('columns.name') },
            { label: t('columns.origins'), isWideOnly: true },
            { label: t('columns.secret') },
            { label: t('columns.functions'), isWideOnly: true },
            { label: t('columns.used'), isWideOnly: true },
            { label: t('columns.actions'), kind: 'hidden' },
          ]}
        >
          {items.map((credential) => (
            <CallCredentialRow
              key={credential.id}
              credential={credential}
              mayWrite={mayWrite}
              onReplace={() => void navigate({ search: { call: credential.id } })}
            />
          ))}
        </DataTable>
      )}
      {mayWrite && (
        <CallCredentialDrawer
          key={replaced?.id}
          credential={replaced}
          isOpen={call === 'new' || replaced !== undefined}
          onClose={close}
        />
      )}
    </section>
  );
}
