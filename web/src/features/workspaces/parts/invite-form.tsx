import type { Permission } from '@antiphon/contract/permissions';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors, isAtFields } from '../../../ui/forms/form-issues.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { showFailure } from '../../../ui/states/toasts.tsx';
import { useInvitedNotice } from '../../email/use-invited-notice.ts';
import { useMe, useWorkspace } from '../use-workspace.ts';
import { PermissionFields } from './permission-fields.tsx';
import styles from './workspaces.module.css';

const usual: Permission[] = ['agents.write', 'conversations.reply'];

/** An address and what its owner will be allowed to do. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const t = useTexts('workspaces');
  const { email: ownEmail } = useMe();
  const { uid, permissions: own } = useWorkspace();
  const queryClient = useQueryClient();
  const say = useInvitedNotice();
  const members = useQuery(query.members.list.queryOptions({ input: { uid } }));
  const seats = members.data?.seats;
  const isFull = typeof seats?.total === 'number' && seats.total <= seats.used;
  const form = useForm({
    initialValues: { to: '', permissions: usual.filter((permission) => own.includes(permission)) },
    validate: {
      to: (value) =>
        !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value.trim())
          ? t('invite.invalid')
          : value.trim().toLowerCase() === ownEmail.toLowerCase()
            ? t('invite.self')
            : null,
    },
  });
  const sending = useMutation({
    mutationFn: (values: typeof form.values) => api.invitations.send({ uid, ...values, to: values.to.trim() }),
    // The notices name the address, which is known when it is sent.
    meta: { isFailureShown: true },
    onSuccess: async (_answer, { to }) => {
      const email = to.trim();
      await say({ sent: t('invite.sent', { email }), unsent: t('invite.unsent', { email }) });
      await queryClient.invalidateQueries({ queryKey: query.invitations.key() });
      onDone();
    },
    onError: (error, values) => {
      const problem = toProblem(error);
      form.setErrors(fieldErrors(problem.issues, form.getValues()));
      if (isAtFields(problem.issues, Object.keys(form.getValues()))) return;
      showFailure({
        title: t('invite.failed', { email: values.to.trim() }),
        problem,
        kept: t('invite.kept'),
        ...(problem.status === 0 || problem.status >= 500 ? { onRetry: () => sending.mutate(values) } : {}),
      });
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => sending.mutate(values))}>
      {isFull && <Notice>{t('invite.full')}</Notice>}
      <TextInput
        label={t('invite.email')}
        description={t('invite.hint')}
        type="email"
        inputMode="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('to')}
      />
      <PermissionFields
        label={t('invite.may')}
        value={form.values.permissions}
        onChange={(permissions) => form.setFieldValue('permissions', permissions)}
      />
      {seats && seats.total !== null && (
        <Text size="sm" c="var(--ui-muted)">
          {t('members.seats', { used: seats.used, total: seats.total })}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button type="submit" loading={sending.isPending} disabled={isFull}>
          {t('invite.send')}
        </Button>
      </Group>
    </form>
  );
}
