import { toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { ChannelRow } from './parts/channel-row.tsx';
import styles from './parts/channels.module.css';
import { useChannels } from './use-channels.ts';

/** The bots of an agent, to look at; nothing at all where there is none. */
export function TelegramBots() {
  const t = useTexts('channels');
  const channels = useChannels();
  const items = channels.data?.items ?? [];
  if (channels.isError && !channels.data)
    return (
      <FormSection title={t('telegram.title')}>
        <LoadFailure
          title={t('telegram.loadFailed')}
          problem={toProblem(channels.error)}
          onRetry={() => void channels.refetch()}
        />
      </FormSection>
    );
  if (items.length === 0) return null;
  return (
    <FormSection title={t('telegram.title')} description={t('telegram.text')}>
      <ul className={styles.channels}>
        {items.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} />
        ))}
      </ul>
    </FormSection>
  );
}
