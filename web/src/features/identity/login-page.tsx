import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useSearch } from '@tanstack/react-router';
import { toProblem } from '../../api.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { signIn } from './auth-client.ts';
import styles from './parts/entry-frame.module.css';
import { EntryFrame } from './parts/entry-frame.tsx';
import { useEntry } from './use-entry.ts';
import { validateEmail } from './validate-account.ts';

export function LoginPage() {
  const search = useSearch({ from: '/login' });
  const entry = useEntry(signIn, 'Signed in successfully.', search.redirect);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: validateEmail,
      password: (value) => (value === '' ? 'Please enter your password.' : null),
    },
  });
  const submit = form.onSubmit(({ email, password }) => entry.mutate({ email: email.trim(), password }));
  return (
    <EntryFrame
      title="Sign in"
      lead="Welcome back."
      footer={
        <>
          No account yet?{' '}
          <Anchor fz={13} underline="always" renderRoot={(props) => <Link to="/signup" search={search} {...props} />}>
            Create an account
          </Anchor>
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {entry.isError && <LoadFailure title="You are not signed in." problem={toProblem(entry.error)} />}
        <Button type="submit" fullWidth size="md" loading={entry.isPending}>
          Sign in
        </Button>
      </form>
    </EntryFrame>
  );
}
