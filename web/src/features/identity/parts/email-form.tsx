import { limits } from '@antiphon/contract/limits';
import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors, isAtFields } from '../../../ui/forms/form-issues.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { validateEmail, validatePassword } from '../validate-account.ts';
import styles from './entry-frame.module.css';

interface EmailFormProps {
  hasPassword: boolean;
  onClose: () => void;
  onSignInAgain: () => void;
}

/** Asks for a code at the new address. Whoever only found the browser open does not know the password. */
export function EmailForm({ hasPassword, onClose, onSignInAgain }: EmailFormProps) {
  const t = useTexts('identity');
  const ui = useTexts('ui');
  const queryClient = useQueryClient();
  const regions = useQuery(query.regions.listAccounts.queryOptions()).data?.regions ?? [];
  const form = useForm({
    initialValues: { email: '', currentPassword: '' },
    validate: { email: validateEmail, ...(hasPassword ? { currentPassword: validatePassword } : {}) },
  });
  const asking = useMutation({
    mutationFn: ({ email, currentPassword }: typeof form.values) =>
      api.accounts.askForEmail({ email: email.trim(), ...(hasPassword ? { currentPassword } : {}) }),
    meta: { isFailureShown: true },
    onSuccess: (change) => {
      queryClient.setQueryData(query.accounts.getEmailChange.queryKey(), change);
      onClose();
    },
    onError: (error) => {
      const { code, issues } = toProblem(error);
      if (code === 'wrong_credentials') form.setFieldError('currentPassword', t('account.wrongCurrent'));
      else form.setErrors(fieldErrors(issues, form.getValues()));
    },
  });
  const problem = asking.isError ? toProblem(asking.error) : null;
  const isAtField =
    problem?.code === 'wrong_credentials' || isAtFields(problem?.issues ?? [], ['email', 'currentPassword']);
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((fields) => asking.mutate(fields))}>
      <TextInput
        label={t('address.next')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        autoFocus
        dir="ltr"
        {...form.getInputProps('email')}
      />
      {hasPassword && (
        <PasswordInput
          label={t('account.current')}
          autoComplete="current-password"
          maxLength={limits.passwordCharsMax}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.getInputProps('currentPassword')}
        />
      )}
      <p className={styles.hint}>
        {t('address.effect')}
        {regions.length > 1 && ` ${t('address.otherRegion')}`}
        {!hasPassword && ` ${t('address.noPassword')}`}
      </p>
      {problem && !isAtField && <LoadFailure title={t('address.failed')} problem={problem} />}
      <Group gap="xs">
        {problem?.code === 'sign_in_again' ? (
          <Button onClick={onSignInAgain}>{t('address.signInAgain')}</Button>
        ) : (
          <Button type="submit" variant="default" loading={asking.isPending}>
            {t('address.send')}
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={onClose}>
          {ui('cancel')}
        </Button>
      </Group>
    </form>
  );
}
