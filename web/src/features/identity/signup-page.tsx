import { limits } from '@antiphon/contract/limits';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useSearch } from '@tanstack/react-router';
import { toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { signUp } from './auth-client.ts';
import styles from './parts/entry-frame.module.css';
import { EntryFrame } from './parts/entry-frame.tsx';
import { GoogleButton } from './parts/google-button.tsx';
import { RegionChoice } from './parts/region-choice.tsx';
import { TermsLine } from './parts/terms-line.tsx';
import { useEntry } from './use-entry.ts';
import { validateEmail, validateName, validateNewPassword } from './validate-account.ts';

export function SignupPage() {
  const search = useSearch({ from: '/signup' });
  const t = useTexts('identity');
  const entry = useEntry(signUp, search.redirect);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: { name: validateName, email: validateEmail, password: validateNewPassword },
  });
  const submit = form.onSubmit(({ name, email, password }) =>
    entry.mutate({ name: name.trim(), email: email.trim(), password }),
  );
  return (
    <EntryFrame
      title={t('signup.title')}
      lead={t('signup.lead')}
      footer={
        <>
          {t('signup.hasAccount')}{' '}
          <Anchor fz={13} underline="always" renderRoot={(props) => <Link to="/login" search={search} {...props} />}>
            {t('signup.signIn')}
          </Anchor>
        </>
      }
    >
      <GoogleButton redirect={search.redirect} />
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          label={t('name')}
          autoComplete="name"
          autoFocus
          maxLength={80}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          maxLength={254}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          description={t('passwordHint', { count: limits.passwordCharsMin })}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <RegionChoice hint={t('regionHint')} />
        {entry.isError && <LoadFailure title={t('signup.failed')} problem={toProblem(entry.error)} />}
        <TermsLine />
        <Button type="submit" fullWidth size="md" loading={entry.isPending}>
          {t('signup.submit')}
        </Button>
      </form>
    </EntryFrame>
  );
}
