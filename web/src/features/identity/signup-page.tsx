import { limits } from '@antiphon/contract/limits';
import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useSearch } from '@tanstack/react-router';
import { toProblem } from '../../api.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { signUp } from './auth-client.ts';
import styles from './parts/entry-frame.module.css';
import { EntryFrame } from './parts/entry-frame.tsx';
import { useEntry } from './use-entry.ts';
import { validateEmail, validateNewPassword } from './validate-account.ts';

export function SignupPage() {
  const search = useSearch({ from: '/signup' });
  const entry = useEntry(signUp, 'Signed in successfully.', search.redirect);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (value) => (value.trim() === '' ? 'Please enter your name.' : null),
      email: validateEmail,
      password: validateNewPassword,
    },
  });
  const submit = form.onSubmit(({ name, email, password }) =>
    entry.mutate({ name: name.trim(), email: email.trim(), password }),
  );
  return (
    <EntryFrame
      title="Create an account"
      lead="Build an agent from your own content and put it on your site."
      footer={
        <>
          Already have an account?{' '}
          <Anchor fz={13} underline="always" renderRoot={(props) => <Link to="/login" search={search} {...props} />}>
            Sign in
          </Anchor>
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          autoComplete="name"
          autoFocus
          maxLength={80}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          maxLength={200}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          description={`At least ${limits.passwordCharsMin} characters.`}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {entry.isError && <LoadFailure title="The account was not created." problem={toProblem(entry.error)} />}
        <Button type="submit" fullWidth size="md" loading={entry.isPending}>
          Create account
        </Button>
      </form>
    </EntryFrame>
  );
}
