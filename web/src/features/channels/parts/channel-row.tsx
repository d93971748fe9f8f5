import type { ChannelConnection } from '@antiphon/contract/channels';
import { Anchor, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { channelAddress, shownHandle } from './channel-address.ts';
import { ChannelStateBadge } from './channel-state-badge.tsx';
import styles from './channels.module.css';

interface ChannelRowProps {
  channel: ChannelConnection;
  /** Who answers there, where that is not clear. */
  agent?: ReactNode;
  children?: ReactNode;
}

/** One bot or number: who it is, how it is, and when it was last used. `children`: what whoever runs it has to know and can do. */
export function ChannelRow({ channel, agent, children }: ChannelRowProps) {
  const t = useTexts('channels');
  const { name, state, lastInAt, lastOutAt } = channel;
  return (
    <li className={styles.channel}>
      <div className={styles.head}>
        <div className={styles.who}>
          <h3 className={styles.name} title={name} data-text="content" dir="auto">
            {name}
          </h3>
          {!channel.isSimulated && (
            <Anchor
              className={styles.handle}
              dir="ltr"
              href={channelAddress(channel)}
              target="_blank"
              rel="noreferrer"
              data-text="content"
            >
              {shownHandle(channel)}
            </Anchor>
          )}
        </div>
        <Group gap={12}>
          {channel.isSimulated && <StatusBadge tone="neutral">{t('simulator.badge')}</StatusBadge>}
          <ChannelStateBadge state={state} />
        </Group>
      </div>
      <dl className={styles.times}>
        {agent !== undefined && (
          <div>
            <dt>{t('channel.agent')}</dt>
            <dd>{agent}</dd>
          </div>
        )}
        <div>
          <dt>{t('channel.lastIn')}</dt>
          <dd>{lastInAt === null ? t('channel.never') : <RelativeTime date={lastInAt} />}</dd>
        </div>
        <div>
          <dt>{t('channel.lastOut')}</dt>
          <dd>{lastOutAt === null ? t('channel.never') : <RelativeTime date={lastOutAt} />}</dd>
        </div>
      </dl>
      {children}
    </li>
  );
}
