import { Anchor, Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { signInByLink } from './auth-client.ts';
import styles from './parts/entry-frame.module.css';
import { EntryFrame } from './parts/entry-frame.tsx';
import { MissingToken } from './parts/missing-token.tsx';
import { useLinkToken } from './parts/use-link-token.ts';
import { useEntry } from './use-entry.ts';

/** Behind the link of the mail. Opening it does nothing yet: programs that look into mails open links too. */
export function MagicLinkPage() {
  const { region } = useSearch({ from: '/magic-link' });
  const t = useTexts('identity');
  const token = useLinkToken();
  const entry = useEntry(signInByLink);
  if (token === '') return <MissingToken title={t('magicLink.title')} to="/login" region={region} />;
  return (
    <EntryFrame
      title={t('magicLink.title')}
      lead={t('magicLink.lead')}
      footer={
        <Anchor fz={13} underline="always" renderRoot={(props) => <Link to="/login" search={{ region }} {...props} />}>
          {t('sent.otherWay')}
        </Anchor>
      }
    >
      <div className={styles.form}>
        {entry.isError && <LoadFailure title={t('signInFailed')} problem={toProblem(entry.error)} />}
        <Button fullWidth size="md" onClick={() => entry.mutate(token)} loading={entry.isPending} autoFocus>
          {t('login.submit')}
        </Button>
      </div>
    </EntryFrame>
  );
}
