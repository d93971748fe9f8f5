import { Anchor, Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { api, currentRegion, query, toProblem } from '../../api.ts';
import { say, useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import styles from './parts/entry-frame.module.css';
import { EntryFrame } from './parts/entry-frame.tsx';
import { readReferral } from './parts/referral.ts';
import { TermsLine } from './parts/terms-line.tsx';
import { safeRedirect } from './safe-redirect.ts';
import { useSignOut } from './use-sign-out.ts';
import { validateName } from './validate-account.ts';

interface Answers {
  displayName: string;
  workspaceName: string;
  buildGoal: string;
}

/** Nothing of the app opens before it is done. Each call may be sent again, so that a failure half-way costs nothing. */
async function save(uid: string | undefined, { displayName, workspaceName, buildGoal }: Answers): Promise<void> {
  if (uid !== undefined) await api.workspaces.update({ uid: uid as never, workspaceName: workspaceName.trim() });
  await api.identity.newUser({ userData: {}, ...readReferral() });
  await api.identity.finishOnboarding({ displayName: displayName.trim(), buildGoal: buildGoal.trim() });
}

/** What a workspace is called before anybody named it is no name to show. */
function suggestName(workspaceName: string, displayName: string): string {
  if (!/^Personal \w{5}$/.test(workspaceName)) return workspaceName;
  const [first = ''] = displayName.trim().split(/\s+/);
  // Marks that keep a name's order in a sentence are no part of a name.
  return first === '' ? '' : say('identity', 'onboarding.workspaceOf', { name: first }).replace(/[\u2068\u2069]/g, '');
}

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
      workspaceName: suggestName(own?.workspaceName ?? '', me.displayName),
      buildGoal: '',
    },
    validate: {
      displayName: validateName,
      workspaceName: (value) => (value.trim() === '' ? say('identity', 'onboarding.enterWorkspace') : null),
    },
  });
  const finish = useMutation({
    mutationFn: (answers: Answers) => save(own?.uid, answers),
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
