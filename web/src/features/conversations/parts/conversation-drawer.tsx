import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../../api.ts';
import { formatPlural } from '../../../ui/format.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RowsSkeleton } from '../../../ui/skeletons.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { creditWords } from '../credit-words.ts';
import styles from './transcript.module.css';
import { Transcript } from './transcript.tsx';

const here = '/app/$region/agents/$agentId/$tab';
const pollMs = 2_000;

/** One conversation beside the list; which one is in the address. */
export function ConversationDrawer() {
  const { convo } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const conversation = useQuery(
    query.conversations.get.queryOptions({
      input: { conversationId: convo ?? '' },
      enabled: convo !== undefined,
      refetchInterval: ({ state }) =>
        state.data?.transcript.some((message) => message.state === 'queued' || message.state === 'streaming')
          ? pollMs
          : false,
    }),
  );
  const { data } = conversation;
  return (
    <Drawer
      opened={convo !== undefined}
      onClose={() => void navigate({ search: (old) => ({ ...old, convo: undefined }) })}
      size={620}
      title="Conversation"
    >
      {conversation.isPending && <RowsSkeleton rows={4} />}
      {conversation.isError && (
        <LoadFailure
          title="The conversation could not be loaded."
          problem={toProblem(conversation.error)}
          onRetry={() => void conversation.refetch()}
        />
      )}
      {data && (
        <>
          <div className={styles.facts}>
            {data.isTest && <StatusBadge tone="neutral">Test</StatusBadge>}
            <span>
              <RelativeTime date={data.createdAt} />
            </span>
            <span>{formatPlural(data.messages, 'message', 'messages')}</span>
            <span className="tabular">{creditWords(data.credits)}</span>
            {data.unanswered > 0 && <StatusBadge tone="warn">{data.unanswered} unanswered</StatusBadge>}
            {data.rating !== null && <span>Rated {data.rating} of 5</span>}
            {data.contactEmail !== null && (
              <a href={`mailto:${encodeURIComponent(data.contactEmail)}`}>{data.contactEmail}</a>
            )}
          </div>
          <Transcript conversationId={data.id} messages={data.transcript} />
        </>
      )}
    </Drawer>
  );
}
