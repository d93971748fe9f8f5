import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { ConversationCalls } from '../../calls/conversation-calls.tsx';
import { ConversationActions } from './conversation-actions.tsx';
import { ConversationFacts } from './conversation-facts.tsx';
import { Transcript } from './transcript.tsx';

const writingPollMs = 2_000;
const pollMs = 5_000;

interface ConversationDrawerProps {
  /** None is open without it. */
  id: string | undefined;
  onClose: () => void;
  /** Where a conversation goes on that was just taken over. */
  onTakenOver: (id: string) => void;
  /** Outside of the agent's own page: the agent is named. */
  isOfAnyAgent?: boolean;
}

/** One conversation beside the list, alive: what is said meanwhile appears. */
export function ConversationDrawer({ id, onClose, onTakenOver, isOfAnyAgent = false }: ConversationDrawerProps) {
  const t = useTexts('conversations');
  const conversation = useQuery(
    query.conversations.get.queryOptions({
      input: { conversationId: id ?? '' },
      enabled: id !== undefined,
      refetchInterval: ({ state }) =>
        state.status === 'error' ? false : state.data?.activity === 'writing' ? writingPollMs : pollMs,
    }),
  );
  const { data } = conversation;
  return (
    <Drawer opened={id !== undefined} onClose={onClose} size={640} title={t('one.title')}>
      {conversation.isPending && <RowsSkeleton rows={4} />}
      {conversation.isError && data === undefined && (
        <LoadFailure
          title={t('one.loadFailed')}
          problem={toProblem(conversation.error)}
          onRetry={() => void conversation.refetch()}
        />
      )}
      {data && (
        <>
          <ConversationActions conversation={data} onErased={onClose} onTakenOver={onTakenOver} />
          <ConversationFacts conversation={data} isOfAnyAgent={isOfAnyAgent} />
          <ConversationCalls id={data.id} />
          <Transcript conversation={data} />
        </>
      )}
    </Drawer>
  );
}
