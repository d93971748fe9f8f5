import type { ClientMe } from '@antiphon/contract/client-sessions';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toProblem } from '../../../api.ts';
import { say, useTexts } from '../../../texts/texts.ts';
import { showRefusal } from '../../../ui/states/toasts.tsx';
import { type Arrival, sendCode, usernameOf, type Way } from '../sign-in-ways.ts';
import styles from './login.module.css';
import { refusalWords } from './refusal-words.ts';

interface LoginFormProps {
  agencyId: string;
  arrival: Arrival;
  /** False where the agency lets nobody in by password. */
  hasPassword: boolean;
  entry: UseMutationResult<ClientMe, Error, Way>;
}

/** A password, or a code by mail; once a code was sent, what was typed before stands still. */
export function LoginForm({ agencyId, arrival, hasPassword, entry }: LoginFormProps) {
  const t = useTexts('client-login');
  const [email, setEmail] = useState(usernameOf(arrival));
  const [password, setPassword] = useState(arrival.password ?? '');
  const [code, setCode] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const sending = useMutation({
    mutationFn: () => sendCode(email.trim(), agencyId),
    meta: { isFailureShown: true },
    onSuccess: () => setCode(''),
    onError: (error) => refuse({ by: 'code' }, error),
  });
  const isCodeSent = sending.isSuccess;
  function refuse(way: Pick<Way, 'by'>, error: Error) {
    const problem = toProblem(error);
    setUnknown(problem.code === 'not_found');
    showRefusal(refusalWords(way, problem));
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isCodeSent) return entry.mutate({ by: 'code', email: email.trim(), agencyId, code: code.trim() });
    if (email.trim() === '' || password === '') return showRefusal(say('client-login', 'missing'));
    entry.mutate(
      { by: 'password', email: email.trim(), password },
      { onError: (error) => setUnknown(toProblem(error).code === 'not_found') },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        size="md"
        autoFocus={email === ''}
        value={email}
        error={isUnknown}
        disabled={isCodeSent}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setUnknown(false);
        }}
      />
      {hasPassword && (
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          value={password}
          disabled={isCodeSent}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {isCodeSent ? (
        <CodeFields
          email={email.trim()}
          code={code}
          onCode={setCode}
          isEntering={entry.isPending}
          isSending={sending.isPending}
          onResend={() => sending.mutate()}
          onCancel={() => sending.reset()}
        />
      ) : (
        <div className={styles.ways}>
          {hasPassword && (
            <Button type="submit" size="md" disabled={password === ''} loading={entry.isPending}>
              {t('signIn')}
            </Button>
          )}
          <Button
            variant={hasPassword ? 'default' : 'filled'}
            size="md"
            disabled={email.trim() === ''}
            loading={sending.isPending || (!hasPassword && entry.isPending)}
            onClick={() => sending.mutate()}
          >
            {t('emailCode')}
          </Button>
        </div>
      )}
    </form>
  );
}

interface CodeFieldsProps {
  email: string;
  code: string;
  onCode: (code: string) => void;
  isEntering: boolean;
  isSending: boolean;
  onResend: () => void;
  onCancel: () => void;
}

function CodeFields({ email, code, onCode, isEntering, isSending, onResend, onCancel }: CodeFieldsProps) {
  const t = useTexts('client-login');
  return (
    <>
      <p className={styles.sent} role="status">
        {t('codeSent', { email })}
      </p>
      <TextInput
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        size="md"
        autoFocus
        dir="ltr"
        classNames={{ input: styles.code ?? '' }}
        value={code}
        onChange={(event) => onCode(event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
      <div className={styles.ways}>
        <Button type="submit" size="md" disabled={code === ''} loading={isEntering}>
          {t('signIn')}
        </Button>
        <div className={styles.pair}>
          <Button variant="default" onClick={onResend} loading={isSending}>
            {t('resend')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      </div>
    </>
  );
}
