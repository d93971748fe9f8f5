import { CHANNEL_NAMES } from '@antiphon/contract/channel-names';
import type { ChannelConnection } from '@antiphon/contract/channels';
import { Modal } from '@mantine/core';
import { toProblem } from '../../../../api.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { LoadFailure } from '../../../../ui/states/load-failure.tsx';
import { Notice } from '../../../../ui/states/notice.tsx';
import { useMay } from '../../../workspaces/use-workspace.ts';
import { PhoneScreen } from './phone-screen.tsx';
import styles from './simulator.module.css';
import { TroublePanel } from './trouble-panel.tsx';
import { usePhone } from './use-phone.ts';

interface PhoneModalProps {
  channel: ChannelConnection;
  /** Who answers there. */
  agent: { title: string; isPublished: boolean };
  onClose: () => void;
}

/** The phone of a channel that is only tried, with what can be tried there. */
export function PhoneModal({ channel, agent, onClose }: PhoneModalProps) {
  const t = useTexts('channels');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('simulator.title', { channel: CHANNEL_NAMES[channel.provider] })}
      size={760}
      closeOnClickOutside={false}
    >
      {!agent.isPublished && <Notice>{t('channel.unpublished')}</Notice>}
      <Opened channel={channel} title={agent.title} />
    </Modal>
  );
}

function Opened({ channel, title }: { channel: ChannelConnection; title: string }) {
  const t = useTexts('channels');
  const mayWrite = useMay('agents.publish');
  const opened = usePhone(channel);
  const { phone, named, lines } = opened;
  return (
    <div className={styles.columns}>
      <PhoneScreen {...opened} name={title} provider={channel.provider} mayWrite={mayWrite} />
      {phone.isError && !phone.data && (
        <LoadFailure
          title={t('simulator.loadFailed')}
          problem={toProblem(phone.error)}
          onRetry={() => void phone.refetch()}
        />
      )}
      {phone.data && mayWrite && (
        <TroublePanel named={named} phone={phone.data} hasSaid={lines.some(({ kind }) => kind === 'said')} />
      )}
    </div>
  );
}
