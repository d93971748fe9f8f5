import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { sendCode, signInByCode } from '../auth-client.ts';
import { useEntry } from '../use-entry.ts';
import { validateCode } from '../validate-account.ts';
import styles from './entry-frame.module.css';
import { MailSent } from './mail-sent.tsx';

interface CodeFormProps {
  email: string;
  redirect: string | undefined;
  onOtherWay: () => void;
}

/** The six digits of the mail. */
export function CodeForm({ email, redirect, onOtherWay }: CodeFormProps) {
  const t = useTexts('identity');
  const entry = useEntry(signInByCode, redirect);
  const form = useForm({ mode: 'uncontrolled', initialValues: { otp: '' }, validate: { otp: validateCode } });
  return (
    <MailSent
      title={t('code.title')}
      lead={t('sent.code', { email })}
      sendAgain={() => sendCode(email)}
      onOtherWay={onOtherWay}
    >
      <form className={styles.form} onSubmit={form.onSubmit(({ otp }) => entry.mutate({ email, otp }))} noValidate>
        <TextInput
          label={t('code.label')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
          dir="ltr"
          classNames={{ input: styles.code }}
          key={form.key('otp')}
          {...form.getInputProps('otp')}
        />
        {entry.isError && <LoadFailure title={t('login.failed')} problem={toProblem(entry.error)} />}
        <Button type="submit" fullWidth size="md" loading={entry.isPending}>
          {t('code.submit')}
        </Button>
      </form>
    </MailSent>
  );
}
