import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { AccessKeyDrawer } from './parts/access-key-drawer.tsx';
import { AccessKeyRow } from './parts/access-key-row.tsx';
import styles from './parts/access-keys.module.css';
import { ConnectGuide } from './parts/connect-guide.tsx';
import { endOf } from './parts/end-of.ts';
import { NewKeyDialog } from './parts/new-key-dialog.tsx';

interface AccessKeysSectionProps {
  /** In the address, by whoever shows this section. */
  isMaking: boolean;
  onMake: () => void;
  onClose: () => void;
}

/** Keys by which programs, such as assistants, work in the workspace for the person who made them. */
export function AccessKeysSection({ isMaking, onMake, onClose }: AccessKeysSectionProps) {
  const t = useTexts('access-keys');
  const { uid } = useWorkspace();
  const list = useQuery(query.accessKeys.list.queryOptions({ input: { uid } }));
  const [secret, setSecret] = useState<string | null>(null);
  const items = list.data?.items ?? [];
  const now = new Date();
  const ending = items.filter((key) => key.isMine && endOf(key, now) === 'soon');
  return (
    <section className={styles.section} aria-labelledby="access-keys">
      <div className={styles.head}>
        <div>
          <h2 id="access-keys" className={styles.title}>
            {t('title')}
          </h2>
          <p className={styles.text}>{t('text')}</p>
        </div>
        <Button variant="default" leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />} onClick={onMake}>
          {t('make')}
        </Button>
      </div>
      {list.isPending && <RowsSkeleton rows={2} />}
      {list.isError && items.length === 0 && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && items.length === 0 && <p className={styles.none}>{t('none')}</p>}
      {ending.length > 0 && (
        <div className={styles.warning}>
          <Notice>{t('endSoon', { count: ending.length })}</Notice>
        </div>
      )}
      {items.length > 0 && (
        <DataTable
          label={t('title')}
          columns={[
            { label: t('columns.name') },
            { label: t('columns.scopes'), isWideOnly: true },
            { label: t('columns.key') },
            { label: t('columns.used'), isWideOnly: true },
            { label: t('columns.ends'), isWideOnly: true },
            { label: t('columns.actions'), kind: 'hidden' },
          ]}
        >
          {items.map((accessKey) => (
            <AccessKeyRow key={accessKey.id} accessKey={accessKey} />
          ))}
        </DataTable>
      )}
      <ConnectGuide secret={null} />
      <AccessKeyDrawer isOpen={isMaking} onClose={onClose} onMade={setSecret} />
      <NewKeyDialog secret={secret} onClose={() => setSecret(null)} />
    </section>
  );
}
