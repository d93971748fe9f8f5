import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Me } from '@antiphon/contract/workspaces';
import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api, currentRegion, query, toProblem, writeWorkspaceUid } from '../../api.ts';
import { type Say, useTexts } from '../../texts/texts.ts';
import { LanguageSelect } from '../../ui/fields/language-select.tsx';
import { Face } from '../../ui/page/face.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { brandName } from '../../ui/theme/brand-name.ts';
import { Wordmark } from '../../ui/theme/wordmark.tsx';
import { finishOnboarding, suggestName } from '../identity/finish-onboarding.ts';
import { forgetInvitation, readInvitation } from './keep-invitation.ts';
import styles from './parts/join-page.module.css';

/** Where the link of an invitation leads. Looking at it changes nothing; only the button joins. */
export function JoinPage() {
  const t = useTexts('workspaces');
  const uid = useParams({ from: '/no-auth/workspaces/$uid/invite' }).uid as WorkspaceUid;
  const link = { uid, ...readInvitation(uid) };
  const invitation = useQuery(query.invitations.get.queryOptions({ input: link, retry: false }));
  const me = useQuery(query.workspaces.me.queryOptions({ retry: false }));
  const brand = brandName();
  const title = invitation.data ? t('join.title', { name: invitation.data.workspaceName }) : t('workspace');
  useDocumentTitle(title);
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        {brand !== '' && <Wordmark name={brand} />}
        <div className={styles.language}>
          <LanguageSelect size="xs" hasLabel={false} />
        </div>
      </header>
      <main className={styles.card}>
        {(invitation.isPending || me.isPending) && <RowsSkeleton rows={3} />}
        {invitation.isError && <Ended problem={toProblem(invitation.error)} />}
        {invitation.data && !me.isPending && (
          <>
            <Face src={invitation.data.workspacePhotoURL} name={invitation.data.workspaceName} size={48} radius={10} />
            <h1 className={styles.title}>{title}</h1>
            <p className={styles.text}>
              {t('join.text', {
                who: invitation.data.invitedBy || invitation.data.workspaceName,
                email: invitation.data.email,
              })}
            </p>
            <Choice
              link={link}
              name={invitation.data.workspaceName}
              email={invitation.data.email}
              me={me.data ?? null}
            />
          </>
        )}
      </main>
    </div>
  );
}

interface ChoiceProps {
  link: { uid: WorkspaceUid; secret: string; email: string };
  name: string;
  email: string;
  me: Me | null;
}

/** Signed out, signed in as somebody else, or as who is invited. */
function Choice({ link, name, email, me }: ChoiceProps) {
  const t = useTexts('workspaces');
  const region = currentRegion();
  const search = { redirect: `/no-auth/workspaces/${link.uid}/invite?region=${region}`, region };
  if (me === null)
    return (
      <div className={styles.actions}>
        <Button renderRoot={(props) => <Link to="/login" search={search} {...props} />}>{t('join.signIn')}</Button>
        <Button variant="default" renderRoot={(props) => <Link to="/signup" search={search} {...props} />}>
          {t('join.signUp')}
        </Button>
      </div>
    );
  return me.email.toLowerCase() === email ? (
    <Join link={link} name={name} email={email} me={me} />
  ) : (
    <Other email={me.email} />
  );
}

function Join({ link, name, email, me }: ChoiceProps & { me: Me }) {
  const t = useTexts('workspaces');
  const identity = useTexts('identity');
  const joining = useMutation({
    mutationFn: async () => {
      const joined = await api.invitations.join(link);
      await nameOwnWorkspace(identity, me);
      return joined;
    },
    meta: { success: t('join.joined', { name }), failure: t('join.failed') },
    onSuccess: ({ uid }) => {
      forgetInvitation(uid);
      writeWorkspaceUid(uid);
      window.location.assign(`/app/${currentRegion()}/agents`);
    },
  });
  return (
    <div className={styles.actions}>
      <Button className={styles.join} loading={joining.isPending || joining.isSuccess} onClick={() => joining.mutate()}>
        {t('join.action', { name, email })}
      </Button>
    </div>
  );
}

/** Whoever came to join is not asked what to call a workspace of their own; where this fails, or no name is known, the app asks. */
async function nameOwnWorkspace(t: Say<'identity'>, { isOnboarded, displayName, workspaces }: Me): Promise<void> {
  if (isOnboarded || displayName === '') return;
  const own = workspaces.find(({ isOwn }) => isOwn);
  const workspaceName = suggestName(t, own?.workspaceName ?? '', displayName);
  await finishOnboarding(own?.uid, { displayName, workspaceName, buildGoal: '' }).catch(() => undefined);
}

function Other({ email }: { email: string }) {
  const t = useTexts('workspaces');
  const queryClient = useQueryClient();
  const leaving = useMutation({
    mutationFn: async () => (await import('../identity/auth-client.ts')).signOut(),
    onSuccess: () => queryClient.resetQueries({ queryKey: query.workspaces.me.queryOptions().queryKey }),
  });
  return (
    <>
      <p className={styles.text}>{t('join.other', { email })}</p>
      <div className={styles.actions}>
        <Button loading={leaving.isPending} onClick={() => leaving.mutate()}>
          {t('join.switch')}
        </Button>
      </div>
    </>
  );
}

function Ended({ problem }: { problem: ReturnType<typeof toProblem> }) {
  const t = useTexts('workspaces');
  const region = currentRegion();
  if (problem.status !== 404 && problem.status !== 400)
    return <LoadFailure title={t('join.failed')} problem={problem} />;
  return (
    <>
      <h1 className={styles.title}>{t('join.ended')}</h1>
      <p className={styles.text}>{t('join.endedText')}</p>
      <div className={styles.actions}>
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/app/$region/agents" params={{ region }} search={{}} {...props} />}
        >
          {t('join.home')}
        </Button>
      </div>
    </>
  );
}
