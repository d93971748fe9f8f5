import { limits } from '@antiphon/contract/limits';
import { Button, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { changePassword } from '../auth-client.ts';
import { validateNewPassword, validatePassword } from '../validate-account.ts';
import styles from './entry-frame.module.css';

export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const t = useTexts('identity');
  return (
    <FormSection title={t('account.passwordTitle')} description={t('account.passwordText')}>
      {hasPassword ? (
        <PasswordForm />
      ) : (
        <Text size="sm" c="var(--ui-muted)">
          {t('account.noPassword')}
        </Text>
      )}
    </FormSection>
  );
}

function PasswordForm() {
  const t = useTexts('identity');
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { currentPassword: validatePassword, newPassword: validateNewPassword },
  });
  const change = useMutation({
    mutationFn: changePassword,
    meta: { success: t('account.changed'), isFailureShown: true },
    onSuccess: async () => {
      form.reset();
      await queryClient.invalidateQueries({ queryKey: query.identity.listSessions.key() });
    },
    onError: (error) => {
      if (toProblem(error).code === 'wrong_credentials')
        form.setFieldError('currentPassword', t('account.wrongCurrent'));
    },
  });
  const problem = change.isError ? toProblem(change.error) : null;
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('showPassword') } };
  return (
    <form className={styles.form} onSubmit={form.onSubmit((input) => change.mutate(input))} noValidate>
      <PasswordInput
        label={t('account.current')}
        autoComplete="current-password"
        {...toggle}
        key={form.key('currentPassword')}
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label={t('newPassword')}
        description={t('passwordHint', { count: limits.passwordCharsMin })}
        autoComplete="new-password"
        {...toggle}
        key={form.key('newPassword')}
        {...form.getInputProps('newPassword')}
      />
      {problem && problem.code !== 'wrong_credentials' && <LoadFailure title={t('reset.failed')} problem={problem} />}
      <div>
        <Button type="submit" variant="default" loading={change.isPending}>
          {t('account.change')}
        </Button>
      </div>
    </form>
  );
}
