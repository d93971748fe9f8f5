import { limits } from '@antiphon/contract/limits';
import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import styles from './account.module.css';

/** The address that one signs in with: proved by the password or a fresh code, and by what is mailed to the new one. */
export function EmailForm({ email }: { email: string }) {
  const t = useTexts('client-account');
  const [isOpen, setOpen] = useState(false);
  const form = useForm({
    initialValues: { email: '', currentPassword: '' },
    validate: {
      email: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : t('validEmail')),
    },
  });
  const asking = useMutation({
    mutationFn: (fields: typeof form.values) =>
      api.clientSessions.askForEmail({
        email: fields.email.trim(),
        ...(fields.currentPassword === '' ? {} : { currentPassword: fields.currentPassword }),
      }),
    meta: { isFailureShown: true },
    onError: (error) => {
      const { code, issues } = toProblem(error);
      if (code === 'wrong_credentials') form.setFieldError('currentPassword', t('password.wrong'));
      else if (code === 'sign_in_again') form.setFieldError('currentPassword', t('address.prove'));
      else form.setErrors(fieldErrors(issues, form.getValues()));
    },
  });
  const problem = asking.isError ? toProblem(asking.error) : null;
  const isAtField = problem !== null && (problem.issues.length > 0 || problem.code === 'sign_in_again');
  if (asking.isSuccess)
    return (
      <EmailCode
        email={form.values.email.trim()}
        onDone={() => {
          form.reset();
          asking.reset();
          setOpen(false);
        }}
      />
    );
  if (!isOpen)
    return (
      <div className={styles.form}>
        <h3 className={styles.title}>{t('address.title')}</h3>
        <p className={styles.hint}>{t('address.now', { email })}</p>
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('address.change')}
          </Button>
        </div>
      </div>
    );
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((fields) => asking.mutate(fields))}>
      <h3 className={styles.title}>{t('address.title')}</h3>
      <p className={styles.hint}>{t('address.now', { email })}</p>
      <TextInput
        label={t('address.next')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('address.password')}
        description={t('address.passwordHint')}
        autoComplete="current-password"
        maxLength={limits.passwordCharsMax}
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
        {...form.getInputProps('currentPassword')}
      />
      {problem && !isAtField && <LoadFailure title={t('address.failed')} problem={problem} />}
      <Group justify="flex-end" gap="xs">
        <Button type="submit" variant="default" loading={asking.isPending}>
          {t('address.send')}
        </Button>
      </Group>
    </form>
  );
}

function EmailCode({ email, onDone }: { email: string; onDone: () => void }) {
  const t = useTexts('client-account');
  const ui = useTexts('ui');
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { code: '' } });
  const confirming = useMutation({
    mutationFn: ({ code }: { code: string }) => api.clientSessions.confirmEmail({ email, code }),
    meta: { success: t('address.changed'), isFailureShown: true },
    onSuccess: (me) => {
      queryClient.setQueryData(query.clientSessions.getMe.queryKey(), me);
      onDone();
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((fields) => confirming.mutate(fields))}>
      <h3 className={styles.title}>{t('address.title')}</h3>
      <p className={styles.hint} role="status">
        {t('address.sent', { email })}
      </p>
      <TextInput
        label={t('address.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        autoFocus
        dir="ltr"
        {...form.getInputProps('code')}
      />
      {confirming.isError && <LoadFailure title={t('address.failed')} problem={toProblem(confirming.error)} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          {ui('cancel')}
        </Button>
        <Button type="submit" disabled={form.values.code === ''} loading={confirming.isPending}>
          {t('address.confirm')}
        </Button>
      </Group>
    </form>
  );
}
