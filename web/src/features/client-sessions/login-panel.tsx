import type { ClientMe } from '@antiphon/contract/client-sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { query, toProblem } from '../../api.ts';
import { say, useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { showRefusal, showSuccess } from '../../ui/states/toasts.tsx';
import { ChoosePassword } from './parts/choose-password.tsx';
import { LinkEntry } from './parts/link-entry.tsx';
import styles from './parts/login.module.css';
import { LoginForm } from './parts/login-form.tsx';
import { refusalWords } from './parts/refusal-words.ts';
import { type Arrival, openingOf, signIn, usernameOf, type Way } from './sign-in-ways.ts';

interface LoginPanelProps {
  agencyId: string;
  arrival: Arrival;
  /** Signed in before, but with a first password that is still to be changed. */
  pending: ClientMe | null;
  /** May go on: the password is their own. */
  onEntered: (me: ClientMe) => void;
}

/** The card of the sign-in: what the address brought, a password or a code; then, once, a password of one's own. */
export function LoginPanel({ agencyId, arrival, pending, onEntered }: LoginPanelProps) {
  const t = useTexts('client-login');
  const queryClient = useQueryClient();
  const [first, setFirst] = useState(pending);
  const [link, setLink] = useState(arrival.token ?? null);
  const options = useQuery({ ...query.clientSessions.getOptions.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
  const enter = (me: ClientMe) => {
    queryClient.setQueryData(query.clientSessions.getMe.queryKey(), me);
    // Whoever is kept out is told so, and is asked for nothing.
    if (me.mustChangePassword && !me.isBlocked) setFirst(me);
    else onEntered(me);
  };
  const entry = useMutation({
    mutationFn: signIn,
    meta: { isFailureShown: true },
    onSuccess: (me) => {
      // What an earlier person of this browser was shown is not for this one.
      queryClient.removeQueries();
      showSuccess(say('client-login', 'signedIn'));
      enter(me);
    },
    onError: (error, way) => {
      setLink(null);
      showRefusal(refusalWords(way, toProblem(error)));
    },
  });
  useOpening(arrival, entry.mutate);
  if (first) return <ChoosePassword me={first} onChanged={onEntered} />;
  if (options.isError)
    return (
      <LoadFailure title={t('loadFailed')} problem={toProblem(options.error)} onRetry={() => void options.refetch()} />
    );
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>{t('title')}</h2>
      {link !== null ? (
        <LinkEntry
          email={usernameOf(arrival)}
          isPending={entry.isPending}
          onEnter={() => entry.mutate({ by: 'token', token: link })}
          onOtherWay={() => setLink(null)}
        />
      ) : options.isPending ? (
        <FormSkeleton fields={2} />
      ) : (
        <LoginForm agencyId={agencyId} arrival={arrival} hasPassword={options.data.hasPassword} entry={entry} />
      )}
    </div>
  );
}

/** With what the agency itself opens, the key or a code of its own press, nothing is left to ask; it is tried once. */
function useOpening(arrival: Arrival, enter: (way: Way) => void) {
  const isTried = useRef(false);
  const tryOnce = useEffectEvent(() => {
    const way = openingOf(arrival);
    if (isTried.current || !way) return;
    isTried.current = true;
    enter(way);
  });
  useEffect(() => tryOnce(), []);
}
