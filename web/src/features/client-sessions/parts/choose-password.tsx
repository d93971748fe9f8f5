import type { ClientMe } from '@antiphon/contract/client-sessions';
import { limits } from '@antiphon/contract/limits';
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { useLogOut } from '../use-log-out.ts';
import styles from './login.module.css';

/** The first password was made by somebody else: nothing opens before there is one of one's own. */
export function ChoosePassword({ me, onChanged }: { me: ClientMe; onChanged: (me: ClientMe) => void }) {
  const t = useTexts('client-login');
  const queryClient = useQueryClient();
  const logOut = useLogOut();
  const { passwordCharsMin: count, passwordCharsMax } = limits;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', repeated: '' },
    validate: {
      password: (value) => (value.length < count ? t('charsMin', { count }) : null),
      repeated: (value, { password }) => (value === password ? null : t('notTheSame')),
    },
  });
  const change = useMutation({
    mutationFn: ({ password }: { password: string }) => api.clientSessions.changePassword({ newPassword: password }),
    meta: { success: t('passwordChanged'), isFailureShown: true },
    onSuccess: ({ me: changed }) => {
      queryClient.setQueryData(query.clientSessions.getMe.queryKey(), changed);
      onChanged(changed);
    },
  });
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('showPassword') } };
  const field = { size: 'md', autoComplete: 'new-password', maxLength: passwordCharsMax } as const;
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>{t('choose.title')}</h2>
      <p className={styles.lead}>{t('choose.lead')}</p>
      <form className={styles.form} onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        {/* For the browser's own store of passwords. */}
        <input type="hidden" autoComplete="username" value={me.client.email} readOnly />
        <PasswordInput
          label={t('choose.password')}
          description={t('choose.hint', { count })}
          autoFocus
          {...field}
          {...toggle}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={t('choose.repeated')}
          {...field}
          {...toggle}
          key={form.key('repeated')}
          {...form.getInputProps('repeated')}
        />
        {change.isError && <LoadFailure title={t('choose.failed')} problem={toProblem(change.error)} />}
        <div className={styles.ways}>
          <Button type="submit" size="md" loading={change.isPending}>
            {t('choose.submit')}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => logOut.mutate()} loading={logOut.isPending}>
            {t('logOut')}
          </Button>
        </div>
      </form>
    </div>
  );
}
