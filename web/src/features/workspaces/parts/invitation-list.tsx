import type { Invitation } from '@antiphon/contract/invitations';
import type { Workspace } from '@antiphon/contract/workspaces';
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './workspaces.module.css';

/** Who is invited and has not joined yet. Nothing where there is nobody. */
export function InvitationList({ workspace }: { workspace: Workspace }) {
  const t = useTexts('workspaces');
  const { uid, abilities } = workspace;
  const { data } = useQuery(query.invitations.list.queryOptions({ input: { uid } }));
  if (!data || data.items.length === 0) return null;
  return (
    <div className={styles.table}>
      <h3 className={styles.subtitle}>{t('invitations.title')}</h3>
      <DataTable
        label={t('invitations.title')}
        columns={[
          { label: t('invite.email') },
          { label: t('invitations.sent'), isWideOnly: true },
          { label: t('members.actions'), kind: 'hidden' },
        ]}
      >
        {data.items.map((invitation) => (
          <tr key={invitation.id}>
            <td>
              <div className={styles.email} title={invitation.email}>
                {invitation.email}
              </div>
              <div className={styles.narrow}>
                <Sent invitation={invitation} />
              </div>
            </td>
            <td className={`${cell.wideOnly} ${styles.when}`}>
              <Sent invitation={invitation} />
            </td>
            <td className={cell.number}>
              {abilities.canManageMembers && <Actions uid={uid} invitation={invitation} />}
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

function Sent({ invitation }: { invitation: Invitation }) {
  const t = useTexts('workspaces');
  if (invitation.isExpired) return <StatusBadge tone="warn">{t('invitations.ended')}</StatusBadge>;
  return <RelativeTime date={invitation.sentAt} />;
}

function Actions({ uid, invitation }: { uid: Workspace['uid']; invitation: Invitation }) {
  const t = useTexts('workspaces');
  const queryClient = useQueryClient();
  const { id: invitationId, email } = invitation;
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.invitations.key() });
  const resend = useMutation({
    mutationFn: () => api.invitations.resend({ uid, invitationId }),
    meta: { success: t('invite.sent', { email }), failure: t('invite.failed', { email }) },
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: () => api.invitations.revoke({ uid, invitationId }),
    meta: { success: t('invitations.revoked'), failure: t('invitations.revokeFailed') },
    onSuccess: refresh,
  });
  return (
    <Group gap={6} justify="flex-end" className={styles.actions ?? ''}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('invitations.resend')}: ${email}`}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {t('invitations.resend')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('invitations.revoke')}: ${email}`}
        loading={revoke.isPending}
        onClick={() => revoke.mutate()}
      >
        {t('invitations.revoke')}
      </Button>
    </Group>
  );
}
