import { Anchor, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { requestPasswordReset } from './auth-client.ts';
import styles from './parts/entry-frame.module.css';
import { EntryFrame } from './parts/entry-frame.tsx';
import { MailSent } from './parts/mail-sent.tsx';
import { RegionChoice } from './parts/region-choice.tsx';
import { validateEmail } from './validate-account.ts';

export function ForgotPasswordPage() {
  const search = useSearch({ from: '/forgot-password' });
  const t = useTexts('identity');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' }, validate: { email: validateEmail } });
  const ask = useMutation({
    mutationFn: requestPasswordReset,
    meta: { failure: t('sent.failed') },
    onSuccess: (_answer, email) => setSentTo(email),
  });
  if (sentTo !== null)
    return (
      <MailSent
        title={t('sent.title')}
        lead={t('sent.reset', { email: sentTo })}
        sendAgain={() => requestPasswordReset(sentTo)}
        onOtherWay={() => setSentTo(null)}
      />
    );
  return (
    <EntryFrame
      title={t('forgot.title')}
      lead={t('forgot.lead')}
      footer={
        <Anchor
          fz={13}
          underline="always"
          renderRoot={(props) => <Link to="/login" search={{ region: search.region }} {...props} />}
        >
          {t('forgot.back')}
        </Anchor>
      }
    >
      <form className={styles.form} onSubmit={form.onSubmit(({ email }) => ask.mutate(email.trim()))} noValidate>
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <RegionChoice />
        <Button type="submit" fullWidth size="md" loading={ask.isPending}>
          {t('forgot.submit')}
        </Button>
      </form>
    </EntryFrame>
  );
}
