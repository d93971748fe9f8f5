import { ActionIcon, Anchor, CopyButton, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './clients.module.css';

/** Where clients sign in. Without an agency's host nobody can yet. */
export function SignInAddress() {
  const t = useTexts('clients');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const agency = useQuery(query.agencies.get.queryOptions({ input: { uid } }));
  if (!agency.isSuccess) return null;
  const { clientUrl } = agency.data;
  if (clientUrl === '')
    return (
      <Notice>
        {t('noAddress')}{' '}
        <Link to="/app/$region/agency" params={{ region: currentRegion() }} className={styles.link}>
          {t('toAgency')}
        </Link>
      </Notice>
    );
  return (
    <Text size="sm" c="var(--ui-muted)" className={styles.address}>
      {t('signInAt')}{' '}
      <Anchor fz={13} href={clientUrl} target="_blank" rel="noopener" dir="ltr">
        {new URL(clientUrl).host}
      </Anchor>
      <CopyButton value={clientUrl}>
        {({ copied, copy }) => (
          <Tooltip label={ui(copied ? 'copied' : 'copy')}>
            <ActionIcon
              onClick={copy}
              aria-label={copied ? ui('copied') : ui('copyOf', { label: t('signInAt') })}
              size={28}
            >
              {copied ? <IconCheck size={16} stroke={1.5} /> : <IconCopy size={16} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Text>
  );
}
