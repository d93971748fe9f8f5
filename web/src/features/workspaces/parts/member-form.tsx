import type { Member } from '@antiphon/contract/members';
import type { Permission } from '@antiphon/contract/permissions';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useWorkspace } from '../use-workspace.ts';
import { PermissionFields } from './permission-fields.tsx';
import styles from './workspaces.module.css';

export function MemberForm({ userId, onDone }: { userId: string; onDone: () => void }) {
  const t = useTexts('workspaces');
  const { uid } = useWorkspace();
  const members = useQuery(query.members.list.queryOptions({ input: { uid } }));
  const member = members.data?.usersPerms.find((one) => one.userId === userId);
  if (members.isPending) return <RowsSkeleton rows={8} />;
  if (members.isError) return <LoadFailure title={t('members.loadFailed')} problem={toProblem(members.error)} />;
  return member ? <Permissions key={userId} member={member} onDone={onDone} /> : null;
}

function Permissions({ member, onDone }: { member: Member; onDone: () => void }) {
  const t = useTexts('workspaces');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [permissions, setPermissions] = useState<Permission[]>(member.permissions);
  const { userId } = member;
  const saving = useMutation({
    mutationFn: (next: Permission[]) => api.members.update({ uid, userId, permissions: next }),
    meta: { success: t('members.changed'), failure: t('members.changeFailed'), kept: t('saveKept') },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: query.members.key() });
      onDone();
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(permissions);
      }}
    >
      <Text c="var(--ui-muted)">{t('members.changeText', { name: member.displayName || member.email })}</Text>
      <PermissionFields label={t('invite.may')} value={permissions} onChange={setPermissions} />
      <Group justify="flex-end" gap="xs">
        <Button type="submit" loading={saving.isPending} disabled={!member.abilities.canChange}>
          {ui('save')}
        </Button>
      </Group>
    </form>
  );
}
