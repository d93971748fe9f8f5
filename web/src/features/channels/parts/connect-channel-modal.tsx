import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { ChannelConnection } from '@antiphon/contract/channels';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { DiscordStep } from './discord-step.tsx';
import { HelloStep } from './hello-step.tsx';
import { PageStep } from './page-step.tsx';
import { SmsStep } from './sms-step.tsx';
import { TelegramStep } from './telegram-step.tsx';
import { WhatsAppStep } from './whatsapp-step.tsx';

interface ConnectChannelModalProps {
  provider: ChannelProvider;
  /** One that is connected but does not answer; null for a new one. */
  broken: ChannelConnection | null;
  isOpen: boolean;
  onClose: () => void;
}

/** From what a provider gives to the first message. Closed at any moment, it leaves what is connected as it is. */
export function ConnectChannelModal({ provider, broken, isOpen, onClose }: ConnectChannelModalProps) {
  const t = useTexts('channels');
  const title =
    broken === null
      ? t(`${provider}.connect`)
      : t(broken.state === 'token_dead' ? 'connect.replaceTitle' : 'connect.againTitle', { name: broken.name });
  return (
    // Whoever comes back from the provider clicks somewhere: that closes nothing.
    <Modal opened={isOpen} onClose={onClose} title={title} size={480} closeOnClickOutside={false}>
      <Steps provider={provider} broken={broken} onClose={onClose} />
    </Modal>
  );
}

function Steps({ provider, broken, onClose }: Omit<ConnectChannelModalProps, 'isOpen'>) {
  const [connected, setConnected] = useState<ChannelConnection | null>(null);
  if (connected !== null) return <HelloStep connected={connected} onClose={onClose} />;
  if (provider === 'whatsapp') return <WhatsAppStep broken={broken} onConnected={setConnected} onClose={onClose} />;
  if (provider === 'sms') return <SmsStep broken={broken} onConnected={setConnected} onClose={onClose} />;
  if (provider === 'messenger' || provider === 'instagram')
    return <PageStep provider={provider} broken={broken} onConnected={setConnected} onClose={onClose} />;
  if (provider === 'discord') return <DiscordStep onConnected={setConnected} onClose={onClose} />;
  return <TelegramStep handle={broken?.handle ?? null} onConnected={setConnected} onClose={onClose} />;
}
