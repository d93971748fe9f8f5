import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import styles from './entry-frame.module.css';

/** Where mails are kept instead of sent, the way to them. */
export function OutboxHint() {
  const t = useTexts('identity');
  const options = useQuery(query.identity.getSignInOptions.queryOptions());
  if (options.data?.outbox !== true) return null;
  return (
    <p className={styles.hint}>
      <Anchor
        fz={13}
        underline="always"
        renderRoot={(props) => (
          <Link to="/app/$region/outbox" params={{ region: currentRegion() }} target="_blank" {...props} />
        )}
      >
        {t('sent.outbox')}
      </Anchor>
    </p>
  );
}
