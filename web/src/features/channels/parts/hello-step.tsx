import { CHANNEL_NAMES } from '@antiphon/contract/channel-names';
import type { ChannelConnection } from '@antiphon/contract/channels';
import { Anchor, Button, Group } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CopyField } from '../../../ui/fields/copy-field.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useChannels } from '../use-channels.ts';
import { channelAddress, inviteAddress, shownHandle } from './channel-address.ts';
import { ChannelStateBadge } from './channel-state-badge.tsx';
import styles from './channels.module.css';

const LOOK_EVERY_MS = 3_000;

/** Waits until somebody really wrote there. */
export function HelloStep({ connected, onClose }: { connected: ChannelConnection; onClose: () => void }) {
  const t = useTexts('channels');
  const ui = useTexts('ui');
  const { agent } = useWorkingCopy();
  const channel = CHANNEL_NAMES[connected.provider];
  const invite = inviteAddress(connected);
  // A number is called from a phone, which may be another device; an address is opened.
  const isNumber = connected.provider === 'sms';
  const address = invite ?? channelAddress(connected);
  const heading = useRef<HTMLHeadingElement>(null);
  const channels = useChannels({ everyMs: LOOK_EVERY_MS });
  const { state, name, lastInAt } = channels.data?.items.find(({ id }) => id === connected.id) ?? connected;
  // One that was connected before was written to before: only what came since tells that it works now.
  const isHeard = lastInAt !== null && lastInAt !== connected.lastInAt;
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.form}>
      <div>
        <h3 ref={heading} tabIndex={-1} className={styles.hello}>
          {t('hello.title', { name })}
        </h3>
        <p className={styles.quiet}>
          {t(isNumber ? 'sms.hello' : invite ? 'hello.invited' : 'hello.text', { channel })}
        </p>
      </div>
      {!agent.isPublished && <Notice>{t('channel.unpublished')}</Notice>}
      <CopyField
        label={isNumber ? t('sms.numberLabel') : t('hello.address')}
        value={isNumber ? shownHandle(connected) : address}
      />
      <Anchor className={styles.open} href={address} target="_blank" rel="noreferrer">
        {t(isNumber ? 'sms.open' : invite ? 'hello.invite' : 'hello.open', { channel })}
        <IconExternalLink size={14} stroke={1.5} aria-hidden="true" />
      </Anchor>
      <div role="status" className={styles.heard}>
        <ChannelStateBadge state={!isHeard && state === 'connected' ? 'waiting' : state} />
        <span>{isHeard ? t('hello.works', { name }) : t('hello.closable')}</span>
      </div>
      {channels.isError && (
        <LoadFailure
          title={t('channel.loadFailed')}
          problem={toProblem(channels.error)}
          onRetry={() => void channels.refetch()}
        />
      )}
      <Group justify="flex-end">
        <Button variant={isHeard ? 'filled' : 'default'} onClick={onClose}>
          {isHeard ? t('hello.done') : ui('close')}
        </Button>
      </Group>
    </div>
  );
}
