import { Anchor, Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { say, useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { type Answers, finishOnboarding, suggestName } from './finish-onboarding.ts';
import styles from './parts/entry-frame.module.css';
import { EntryFrame } from './parts/entry-frame.tsx';
import { TermsLine } from './parts/terms-line.tsx';
import { safeRedirect } from './safe-redirect.ts';
import { useSignOut } from './use-sign-out.ts';
import { validateName } from './validate-account.ts';

export function OnboardingPage() {
  const search = useSearch({ from: '/onboarding' });
  const t = useTexts('identity');
  const me = useSuspenseQuery(query.workspaces.me.queryOptions()).data;
  const own = me.workspaces.find(({ isOwn }) => isOwn);
  const queryClient = useQueryClient();
  const router = useRouter();
  const signOut = useSignOut();
  const form = useForm<Answers>({
    mode: 'uncontrolled',
    initialValues: {
      displayName: me.displayName,
      workspaceName: suggestName(t, own?.workspaceName ?? '', me.displayName),
      buildGoal: '',
    },
    validate: {
      displayName: validateName,
      workspaceName: (value) => (value.trim() === '' ? say('identity', 'onboarding.enterWorkspace') : null),
    },
  });
  const finish = useMutation({
    mutationFn: (answers: Answers) => finishOnboarding(own?.uid, answers),
    meta: { isFailureShown: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: query.workspaces.me.key(), refetchType: 'all' });
      router.history.push(safeRedirect(search.redirect, currentRegion()));
    },
  });
  return (
    <EntryFrame
      title={t('onboarding.title')}
      lead={t('onboarding.lead')}
      footer={
        <>
          {me.email}{' '}
          <Anchor component="button" type="button" fz={13} underline="always" onClick={() => signOut.mutate()}>
            {t('onboarding.signOut')}
          </Anchor>
        </>
      }
    >
      <form className={styles.form} onSubmit={form.onSubmit((answers) => finish.mutate(answers))} noValidate>
        {/* Whoever gave it when signing up is not asked again. */}
        {me.displayName === '' && (
          <TextInput
            label={t('onboarding.name')}
            autoComplete="name"
            autoFocus
            maxLength={80}
            key={form.key('displayName')}
            {...form.getInputProps('displayName')}
          />
        )}
        <TextInput
          label={t('onboarding.workspaceName')}
          autoFocus={me.displayName !== ''}
          description={t('onboarding.workspaceHint')}
          autoComplete="organization"
          maxLength={80}
          key={form.key('workspaceName')}
          {...form.getInputProps('workspaceName')}
        />
        <Textarea
          label={t('onboarding.goal')}
          description={t('onboarding.goalHint')}
          autosize
          minRows={3}
          maxRows={6}
          maxLength={1_000}
          key={form.key('buildGoal')}
          {...form.getInputProps('buildGoal')}
        />
        <p className={styles.hint}>{t('onboarding.regionIs', { region: t(`regions.${currentRegion()}`) })}</p>
        {finish.isError && <LoadFailure title={t('onboarding.failed')} problem={toProblem(finish.error)} />}
        <TermsLine />
        <Button type="submit" fullWidth size="md" loading={finish.isPending}>
          {t('onboarding.submit')}
        </Button>
      </form>
    </EntryFrame>
  );
}
