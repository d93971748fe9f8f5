import type { ChannelConnection } from '@antiphon/contract/channels';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { HelloStep } from './hello-step.tsx';
import { TokenStep } from './token-step.tsx';

interface ConnectTelegramModalProps {
  /** A bot that is connected but does not answer; null for a new one. */
  broken: ChannelConnection | null;
  isOpen: boolean;
  onClose: () => void;
}

/** From a token to the first message. Closed at any moment, it leaves what is connected as it is. */
export function ConnectTelegramModal({ broken, isOpen, onClose }: ConnectTelegramModalProps) {
  const t = useTexts('channels');
  const title =
    broken === null
      ? t('telegram.connect')
      : t(broken.state === 'token_dead' ? 'connect.replaceTitle' : 'connect.againTitle', { name: broken.name });
  return (
    // Whoever comes back from Telegram clicks somewhere: that closes nothing.
    <Modal opened={isOpen} onClose={onClose} title={title} size={480} closeOnClickOutside={false}>
      <Steps broken={broken} onClose={onClose} />
    </Modal>
  );
}

function Steps({ broken, onClose }: Omit<ConnectTelegramModalProps, 'isOpen'>) {
  const [connected, setConnected] = useState<ChannelConnection | null>(null);
  if (connected !== null) return <HelloStep connected={connected} onClose={onClose} />;
  return <TokenStep handle={broken?.handle ?? null} onConnected={setConnected} onClose={onClose} />;
}
