import { Button, Divider } from '@mantine/core';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { googleAddress } from '../auth-client.ts';
import { safeRedirect } from '../safe-redirect.ts';
import styles from './entry-frame.module.css';

/** Only where the server has a Google client; until it has said so there is nothing, and nothing jumps under the hand. */
export function GoogleButton({ redirect }: { redirect: string | undefined }) {
  const t = useTexts('identity');
  const options = useQuery(query.identity.getSignInOptions.queryOptions());
  const go = useMutation({
    mutationFn: () => googleAddress(safeRedirect(redirect, currentRegion())),
    meta: { failure: t('signInFailed') },
    onSuccess: (address) => window.location.assign(address),
  });
  if (options.data?.google !== true) return null;
  return (
    <div className={styles.otherWay}>
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconBrandGoogle size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => go.mutate()}
        loading={go.isPending || go.isSuccess}
      >
        {t('google')}
      </Button>
      <Divider label={t('or')} />
    </div>
  );
}
