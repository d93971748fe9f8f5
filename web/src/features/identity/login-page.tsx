import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { toProblem } from '../../api.ts';
import { say, useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { showFailure } from '../../ui/states/toasts.tsx';
import { sendCode, sendMagicLink, signIn } from './auth-client.ts';
import { CodeForm } from './parts/code-form.tsx';
import styles from './parts/entry-frame.module.css';
import { EntryFrame } from './parts/entry-frame.tsx';
import { GoogleButton } from './parts/google-button.tsx';
import { MailSent } from './parts/mail-sent.tsx';
import { RegionChoice } from './parts/region-choice.tsx';
import { leadsToNewAgent } from './safe-redirect.ts';
import { useEntry } from './use-entry.ts';
import { validateEmail, validatePassword } from './validate-account.ts';

type Way = 'link' | 'code';

/** What the address says when the session had no account behind it. */
const LOST = 'account_data';

export function LoginPage() {
  const search = useSearch({ from: '/login' });
  const t = useTexts('identity');
  const [mail, setMail] = useState<{ way: Way; email: string } | null>(null);
  useEffect(() => {
    if (search.error !== LOST) return;
    showFailure({
      title: say('identity', 'noAccountData'),
      problem: { message: say('identity', 'login.failed'), requestId: null },
    });
  }, [search.error]);
  if (mail?.way === 'code')
    return <CodeForm email={mail.email} redirect={search.redirect} onOtherWay={() => setMail(null)} />;
  if (mail)
    return (
      <MailSent
        title={t('sent.title')}
        lead={t('sent.link', { email: mail.email })}
        sendAgain={() => sendMagicLink(mail.email)}
        onOtherWay={() => setMail(null)}
      />
    );
  return (
    <EntryFrame
      title={t('login.title')}
      lead={t('login.lead')}
      footer={
        <>
          {t('login.noAccount')}{' '}
          <Anchor fz={13} underline="always" renderRoot={(props) => <Link to="/signup" search={search} {...props} />}>
            {t('login.create')}
          </Anchor>
        </>
      }
    >
      <GoogleButton redirect={search.redirect} />
      <LoginForm onMail={setMail} />
    </EntryFrame>
  );
}

function LoginForm({ onMail }: { onMail: (mail: { way: Way; email: string }) => void }) {
  const search = useSearch({ from: '/login' });
  const t = useTexts('identity');
  const entry = useEntry(signIn, search.redirect);
  const problem = entry.isError ? toProblem(entry.error) : null;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: validateEmail, password: validatePassword },
  });
  const ask = useMutation({
    mutationFn: ({ way, email }: { way: Way; email: string }) =>
      way === 'link' ? sendMagicLink(email) : sendCode(email),
    meta: { failure: t('sent.failed') },
    onSuccess: (_answer, mail) => onMail(mail),
  });
  const askFor = (way: Way) => {
    if (!form.validateField('email').hasError) ask.mutate({ way, email: form.getValues().email.trim() });
  };
  const submit = form.onSubmit(({ email, password }) => entry.mutate({ email: email.trim(), password }));
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {search.error !== undefined && search.error !== LOST && (
        <Notice title={t('signInFailed')}>{t('googleFailed')}</Notice>
      )}
      {search.error === undefined && leadsToNewAgent(search.redirect) && (
        <Notice title={t('login.forAgent')}>{t('login.thenAgent')}</Notice>
      )}
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="username"
        autoFocus
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Anchor
        className={styles.sideLink}
        fz={13}
        renderRoot={(props) => <Link to="/forgot-password" search={{ region: search.region }} {...props} />}
      >
        {t('login.forgot')}
      </Anchor>
      {problem && <LoadFailure title={t('signInFailed')} problem={problem} />}
      <Button type="submit" fullWidth size="md" loading={entry.isPending}>
        {t('login.submit')}
      </Button>
      <div className={styles.pair}>
        <Button
          variant="default"
          onClick={() => askFor('link')}
          loading={ask.isPending && ask.variables.way === 'link'}
        >
          {t('login.withLink')}
        </Button>
        <Button
          variant="default"
          onClick={() => askFor('code')}
          loading={ask.isPending && ask.variables.way === 'code'}
        >
          {t('login.withCode')}
        </Button>
      </div>
      <RegionChoice hint={problem?.code === 'wrong_credentials' ? t('login.otherRegion') : undefined} />
    </form>
  );
}
