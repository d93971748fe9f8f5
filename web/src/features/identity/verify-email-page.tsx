import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { verifyEmail } from './auth-client.ts';
import styles from './parts/entry-frame.module.css';
import { EntryFrame } from './parts/entry-frame.tsx';
import { MissingToken } from './parts/missing-token.tsx';
import { useLinkToken } from './parts/use-link-token.ts';

/** Back to here after the sign-in; the token is kept in memory and stands in no address. */
const verifyPath = (region: string) => `/verify-email?region=${region}`;

/** Behind the link of the mail. A person must press: whoever made the account may not own the address that a program opened. */
export function VerifyEmailPage() {
  const { region } = useSearch({ from: '/verify-email' });
  const t = useTexts('identity');
  const token = useLinkToken();
  const queryClient = useQueryClient();
  const verify = useMutation({
    mutationFn: verifyEmail,
    meta: { isFailureShown: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.identity.getProfile.key() }),
  });
  if (verify.isSuccess)
    return (
      <EntryFrame title={t('verify.title')} lead={t('verify.done')} isLeadSpoken>
        <Button
          fullWidth
          size="md"
          renderRoot={(props) => <Link to="/app/$region/agents" params={{ region: currentRegion() }} {...props} />}
        >
          {t('verify.open')}
        </Button>
      </EntryFrame>
    );
  if (verify.isError && toProblem(verify.error).code === 'sign_in_again')
    return (
      <EntryFrame title={t('verify.title')} lead={t('verify.signInFirst')} isLeadSpoken>
        <Button
          fullWidth
          size="md"
          renderRoot={(props) => (
            <Link to="/login" search={{ region, redirect: verifyPath(region ?? currentRegion()) }} {...props} />
          )}
        >
          {t('verify.signIn')}
        </Button>
      </EntryFrame>
    );
  if (token === '') return <MissingToken title={t('verify.title')} to="/login" region={region} />;
  return (
    <EntryFrame title={t('verify.title')} lead={t('verify.lead')}>
      <div className={styles.form}>
        {verify.isError && <LoadFailure title={t('verify.failed')} problem={toProblem(verify.error)} />}
        <Button fullWidth size="md" onClick={() => verify.mutate(token)} loading={verify.isPending} autoFocus>
          {t('verify.submit')}
        </Button>
      </div>
    </EntryFrame>
  );
}
