import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { ChannelConnection } from '@antiphon/contract/channels';
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { useMay } from '../workspaces/use-workspace.ts';
import { ChannelCare } from './parts/channel-care.tsx';
import { ChannelRow } from './parts/channel-row.tsx';
import styles from './parts/channels.module.css';
import { ConnectChannelModal } from './parts/connect-channel-modal.tsx';
import { SimulatedCare } from './parts/simulator/simulated-care.tsx';
import { TryButton } from './parts/simulator/try-button.tsx';
import { useChannels } from './use-channels.ts';

/** Where an agent is reached at a provider: by which bots or numbers, how each is, and what can be done. */
export function ChannelSection({ provider }: { provider: ChannelProvider }) {
  const t = useTexts('channels');
  const { agent } = useWorkingCopy();
  const mayChange = useMay('agents.publish');
  const channels = useChannels();
  const [isConnecting, modal] = useDisclosure(false);
  const [isTried, setIsTried] = useState(false);
  const [broken, setBroken] = useState<ChannelConnection | null>(null);
  const items = channels.data?.items.filter((one) => one.provider === provider) ?? [];
  const connect = (of: ChannelConnection | null) => {
    setBroken(of);
    modal.open();
  };
  return (
    <FormSection title={t(`${provider}.title`)} description={t(`${provider}.text`)}>
      {channels.isPending && <RowsSkeleton rows={1} />}
      {channels.isError && !channels.data && (
        <LoadFailure
          title={t('channel.loadFailed')}
          problem={toProblem(channels.error)}
          onRetry={() => void channels.refetch()}
        />
      )}
      {items.length > 0 && agent.stagingVersion !== null && <p className={styles.quiet}>{t('channel.live')}</p>}
      {items.length > 0 && !agent.isPublished && <Notice>{t('channel.unpublished')}</Notice>}
      {items.length > 0 && (
        <ul className={styles.channels}>
          {items.map((channel) => (
            <ChannelRow key={channel.id} channel={channel}>
              {channel.isSimulated ? (
                <SimulatedCare
                  channel={channel}
                  agent={{ title: agent.title, isPublished: agent.isPublished }}
                  mayChange={mayChange}
                  onConnect={() => connect(null)}
                  isNew={isTried}
                />
              ) : (
                <ChannelCare channel={channel} mayChange={mayChange} onReconnect={() => connect(channel)} />
              )}
            </ChannelRow>
          ))}
        </ul>
      )}
      {channels.isSuccess && items.length === 0 && !mayChange && (
        <p className={styles.quiet}>{t(`${provider}.none`)}</p>
      )}
      {channels.isSuccess && mayChange && (
        <Group gap={8}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
            onClick={() => connect(null)}
          >
            {items.every(({ isSimulated }) => isSimulated) ? t(`${provider}.connect`) : t(`${provider}.connectMore`)}
          </Button>
          {!items.some(({ isSimulated }) => isSimulated) && (
            <TryButton provider={provider} onMade={() => setIsTried(true)} />
          )}
        </Group>
      )}
      <ConnectChannelModal provider={provider} broken={broken} isOpen={isConnecting} onClose={modal.close} />
    </FormSection>
  );
}
