import type { ChannelProvider } from '@antiphon/contract/channel-names';
import { toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { ChannelRow } from './parts/channel-row.tsx';
import styles from './parts/channels.module.css';
import { useChannels } from './use-channels.ts';

/** Where an agent is reached at a provider, to look at; nothing at all where it is not. */
export function ChannelList({ provider }: { provider: ChannelProvider }) {
  const t = useTexts('channels');
  const channels = useChannels();
  const items = channels.data?.items.filter((one) => one.provider === provider) ?? [];
  if (channels.isError && !channels.data)
    return (
      <FormSection title={t(`${provider}.title`)}>
        <LoadFailure
          title={t('channel.loadFailed')}
          problem={toProblem(channels.error)}
          onRetry={() => void channels.refetch()}
        />
      </FormSection>
    );
  if (items.length === 0) return null;
  return (
    <FormSection title={t(`${provider}.title`)} description={t(`${provider}.text`)}>
      <ul className={styles.channels}>
        {items.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} />
        ))}
      </ul>
    </FormSection>
  );
}
