import { limits } from '@antiphon/contract/limits';
import { Button, Group, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import styles from './account.module.css';

/** Changing it ends the sessions elsewhere; this one is given a new cookie. */
export function PasswordForm({ email }: { email: string }) {
  const t = useTexts('client-account');
  const queryClient = useQueryClient();
  const { passwordCharsMin: count, passwordCharsMax: maxLength } = limits;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (value) => (value === '' ? t('password.enter') : null),
      newPassword: (value) => (value.length < count ? t('password.charsMin', { count }) : null),
    },
  });
  const change = useMutation({
    mutationFn: (input: typeof form.values) => api.clientSessions.changePassword(input),
    meta: { success: t('password.changed'), isFailureShown: true },
    onSuccess: async ({ me }) => {
      form.reset();
      queryClient.setQueryData(query.clientSessions.getMe.queryKey(), me);
      await queryClient.invalidateQueries({ queryKey: query.clientSessions.listSessions.key() });
    },
    onError: (error) => {
      if (toProblem(error).code === 'wrong_credentials') form.setFieldError('currentPassword', t('password.wrong'));
    },
  });
  const problem = change.isError ? toProblem(change.error) : null;
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('password.show') } };
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((input) => change.mutate(input))}>
      <h3 className={styles.title}>{t('password.title')}</h3>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label={t('password.current')}
        autoComplete="current-password"
        maxLength={maxLength}
        {...toggle}
        key={form.key('currentPassword')}
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label={t('password.next')}
        description={t('password.hint', { count })}
        autoComplete="new-password"
        maxLength={maxLength}
        {...toggle}
        key={form.key('newPassword')}
        {...form.getInputProps('newPassword')}
      />
      {problem && problem.code !== 'wrong_credentials' && (
        <LoadFailure title={t('password.failed')} problem={problem} />
      )}
      <Group justify="flex-end" gap="xs">
        <Button type="submit" variant="default" loading={change.isPending}>
          {t('password.change')}
        </Button>
      </Group>
    </form>
  );
}
