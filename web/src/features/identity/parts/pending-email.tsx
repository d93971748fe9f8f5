import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { validateCode } from '../validate-account.ts';
import styles from './entry-frame.module.css';
import { OutboxHint } from './outbox-hint.tsx';

/** A new address that waits for the code from its mailbox. */
export function PendingEmail({ email }: { email: string }) {
  const t = useTexts('identity');
  const ui = useTexts('ui');
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { code: '' }, validate: { code: validateCode } });
  const keep = (change: { email: string | null }) =>
    queryClient.setQueryData(query.accounts.getEmailChange.queryKey(), change);
  const confirming = useMutation({
    mutationFn: (input: typeof form.values) => api.accounts.confirmEmail(input),
    meta: { success: t('address.changed'), isFailureShown: true },
    onSuccess: async (profile) => {
      keep({ email: null });
      queryClient.setQueryData(query.identity.getProfile.queryKey(), profile);
      const { workspaces, regions, identity } = query;
      const stale = [workspaces.me.key(), regions.listAccounts.key(), identity.listSessions.key()];
      await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (toProblem(error).code === 'token_invalid') form.setFieldError('code', t('address.wrongCode'));
    },
  });
  const again = useMutation({
    mutationFn: () => api.accounts.sendEmailCode({}),
    meta: { success: t('sent.sentAgain'), failure: t('sent.failed') },
    onSuccess: () => {
      form.reset();
      confirming.reset();
    },
  });
  const cancel = useMutation({
    mutationFn: () => api.accounts.cancelEmailChange(),
    meta: { success: t('address.kept'), failure: t('address.notKept') },
    onSuccess: keep,
  });
  const problem = confirming.isError ? toProblem(confirming.error) : null;
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((fields) => confirming.mutate(fields))}>
      <p className={styles.hint} role="status">
        {t('address.sent', { email })}
      </p>
      <TextInput
        label={t('address.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        dir="ltr"
        classNames={{ input: styles.code }}
        {...form.getInputProps('code')}
      />
      <p className={styles.hint}>{t('sent.nothing')}</p>
      <OutboxHint />
      {problem && problem.code !== 'token_invalid' && <LoadFailure title={t('address.failed')} problem={problem} />}
      <Group gap="xs">
        <Button type="submit" loading={confirming.isPending}>
          {t('address.confirm')}
        </Button>
        <Button variant="default" onClick={() => again.mutate()} loading={again.isPending}>
          {t('sent.again')}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => cancel.mutate()} loading={cancel.isPending}>
          {ui('cancel')}
        </Button>
      </Group>
    </form>
  );
}
