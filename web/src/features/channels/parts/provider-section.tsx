import type { ChannelProvider } from '@antiphon/contract/channel-names';
import type { ListedChannel } from '@antiphon/contract/channels';
import { Anchor, Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';
import { ChannelCare } from './channel-care.tsx';
import { ChannelRow } from './channel-row.tsx';
import styles from './channels.module.css';

const PAGE_SIZE = 25;

/** Every bot, page or number of the workspace at a provider, with the agent that answers there. */
export function ProviderSection({ provider }: { provider: ChannelProvider }) {
  const t = useTexts('channels');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const channels = useInfiniteQuery(
    query.channels.listAll.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, provider, cursor, limit: PAGE_SIZE }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const items = channels.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <FormSection title={t(`${provider}.title`)} description={t(`${provider}.text`)}>
      {channels.isPending && <RowsSkeleton rows={2} />}
      {channels.isError && !channels.data && (
        <LoadFailure
          title={t('channel.loadFailed')}
          problem={toProblem(channels.error)}
          onRetry={() => void channels.refetch()}
        />
      )}
      {channels.isSuccess && items.length === 0 && (
        <p className={styles.quiet}>
          {t(`${provider}.none`)} {t('pages.where')}
        </p>
      )}
      {items.length > 0 && (
        <ul className={styles.channels}>
          {items.map((channel) => (
            <OneOfAll key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
      {channels.hasNextPage && (
        <div>
          <Button variant="default" onClick={() => void channels.fetchNextPage()} loading={channels.isFetchingNextPage}>
            {ui('showMore')}
          </Button>
        </div>
      )}
    </FormSection>
  );
}

function OneOfAll({ channel }: { channel: ListedChannel }) {
  const mayChange = useMay('agents.publish');
  const navigate = useNavigate();
  const { region } = useParams({ from: '/app/$region' });
  const to = {
    to: '/app/$region/agents/$agentId/$tab',
    params: { region, agentId: channel.agentId, tab: 'channels' },
  } as const;
  return (
    <ChannelRow
      channel={channel}
      agent={
        <Anchor inherit dir="auto" data-text="content" renderRoot={(props) => <Link {...props} {...to} />}>
          {channel.agentTitle}
        </Anchor>
      }
    >
      {!channel.isSimulated && (
        <ChannelCare channel={channel} mayChange={mayChange} onReconnect={() => void navigate(to)} />
      )}
    </ChannelRow>
  );
}
