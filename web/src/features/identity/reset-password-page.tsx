import { limits } from '@antiphon/contract/limits';
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { resetPassword } from './auth-client.ts';
import styles from './parts/entry-frame.module.css';
import { EntryFrame } from './parts/entry-frame.tsx';
import { MissingToken } from './parts/missing-token.tsx';
import { useLinkToken } from './parts/use-link-token.ts';
import { validateNewPassword } from './validate-account.ts';

/** Behind the link of the mail; only saving uses the link up. */
export function ResetPasswordPage() {
  const { region } = useSearch({ from: '/reset-password' });
  const t = useTexts('identity');
  const token = useLinkToken();
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { newPassword: '' },
    validate: { newPassword: validateNewPassword },
  });
  const save = useMutation({
    mutationFn: resetPassword,
    meta: { success: t('reset.done'), isFailureShown: true },
    onSuccess: () => navigate({ to: '/login', search: { region } }),
  });
  if (token === '') return <MissingToken title={t('reset.title')} to="/forgot-password" region={region} />;
  return (
    <EntryFrame title={t('reset.title')} lead={t('reset.lead')}>
      <form
        className={styles.form}
        onSubmit={form.onSubmit(({ newPassword }) => save.mutate({ token, newPassword }))}
        noValidate
      >
        <PasswordInput
          label={t('newPassword')}
          description={t('passwordHint', { count: limits.passwordCharsMin })}
          autoComplete="new-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        {save.isError && <LoadFailure title={t('reset.failed')} problem={toProblem(save.error)} />}
        <Button type="submit" fullWidth size="md" loading={save.isPending}>
          {t('reset.submit')}
        </Button>
      </form>
    </EntryFrame>
  );
}
