import type { Workspace } from '@antiphon/contract/workspaces';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { usePanel } from '../use-panel.ts';
import { InvitationList } from './invitation-list.tsx';
import { MemberRow } from './member-row.tsx';
import { NewKeysDialog } from './new-keys-dialog.tsx';
import styles from './workspaces.module.css';

/** Who is in the workspace and what they may do; who is invited. */
export function MembersSection({ workspace }: { workspace: Workspace }) {
  const t = useTexts('workspaces');
  const { show } = usePanel();
  const { uid, abilities } = workspace;
  const members = useQuery(query.members.list.queryOptions({ input: { uid } }));
  const [removed, setRemoved] = useState<string | null>(null);
  const { usersPerms = [], seats } = members.data ?? {};
  return (
    <FormSection
      title={t('members.title')}
      description={seats && seats.total !== null && t('members.seats', { used: seats.used, total: seats.total })}
    >
      {members.isPending && <RowsSkeleton rows={2} />}
      {members.isError && (
        <LoadFailure
          title={t('members.loadFailed')}
          problem={toProblem(members.error)}
          onRetry={() => void members.refetch()}
        />
      )}
      {usersPerms.length > 0 && (
        <div className={styles.table}>
          <DataTable
            label={t('members.title')}
            columns={[
              { label: t('members.person') },
              { label: t('members.may'), isWideOnly: true },
              { label: t('members.actions'), kind: 'hidden' },
            ]}
          >
            {usersPerms.map((member) => (
              <MemberRow key={member.userId} member={member} workspace={workspace} onRemoved={setRemoved} />
            ))}
          </DataTable>
        </div>
      )}
      <NewKeysDialog workspace={workspace} name={removed} onClose={() => setRemoved(null)} />
      <InvitationList workspace={workspace} />
      {abilities.canManageMembers && (
        <div>
          <Button
            variant="default"
            leftSection={<IconUserPlus size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => show({ panel: 'invite' })}
          >
            {t('members.invite')}
          </Button>
        </div>
      )}
    </FormSection>
  );
}
