import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { Face } from '../../../ui/page/face.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './org-page.module.css';

interface OrgUsersProps {
  canAdd: boolean;
  ownId: string;
  onAdd: () => void;
}

/** Who belongs to the org, and who is there. */
export function OrgUsers({ canAdd, ownId, onAdd }: OrgUsersProps) {
  const t = useTexts('org-page');
  const users = useQuery(query.clientSessions.listOrgUsers.queryOptions());
  return (
    <FormSection title={t('people')} description={t('peopleText')}>
      {users.isPending && <RowsSkeleton rows={3} />}
      {users.isError && (
        <LoadFailure title={t('peopleFailed')} problem={toProblem(users.error)} onRetry={() => void users.refetch()} />
      )}
      {users.data && (
        <DataTable
          label={t('people')}
          columns={[{ label: t('person') }, { label: t('email'), isWideOnly: true }, { label: t('status') }]}
        >
          {users.data.items.map(({ ID, name, email, squarePhotoURL, status, isOrgAdmin }) => (
            <tr key={ID}>
              <td>
                <span className={styles.person}>
                  <Face src={squarePhotoURL} name={name} size={28} radius={8} />
                  <span className={styles.names}>
                    <span className={styles.personName} data-text="content" dir="auto">
                      {name}
                    </span>
                    {ID === ownId && <span className={styles.mark}>{t('you')}</span>}
                    {isOrgAdmin && <span className={styles.mark}>{t('admin')}</span>}
                  </span>
                </span>
              </td>
              <td className={`${cell.wideOnly} ${cell.muted} ${styles.email}`} title={email} data-text="content">
                {email}
              </td>
              <td>
                <StatusBadge tone={status === 'online' ? 'good' : 'bad'}>{t(`states.${status}`)}</StatusBadge>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {canAdd && (
        <div>
          <Button
            variant="default"
            leftSection={<IconUserPlus size={16} stroke={1.5} aria-hidden="true" />}
            onClick={onAdd}
          >
            {t('add')}
          </Button>
        </div>
      )}
    </FormSection>
  );
}
