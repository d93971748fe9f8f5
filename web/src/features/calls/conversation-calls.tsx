import { IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { useClient } from '../client-sessions/use-client.ts';
import { useIsClient, useMay } from '../workspaces/use-workspace.ts';
import { callLine } from './call-words.ts';
import styles from './parts/calls.module.css';
import { EndCall } from './parts/end-call.tsx';
import { TransferCall } from './parts/transfer-call.tsx';
import { Recording } from './recording.tsx';
import { useNow } from './use-now.ts';

const livePollMs = 4_000;
const pollMs = 20_000;

/** The calls of a conversation, a line each, for those who may see calls. Of most conversations: nothing. One that goes on can be ended there, and put through. */
export function ConversationCalls({ id }: { id: string }) {
  return useIsClient() ? <OfClient id={id} /> : <OfMember id={id} />;
}

function OfClient({ id }: { id: string }) {
  return useClient().pages.includes('/voice') && <Lines id={id} mayEnd />;
}

const OfMember = ({ id }: { id: string }) => <Lines id={id} mayEnd={useMay('conversations.reply')} />;

function Lines({ id, mayEnd }: { id: string; mayEnd: boolean }) {
  const t = useTexts('calls');
  const { data } = useQuery(
    query.calls.listOf.queryOptions({
      input: { conversationId: id },
      refetchInterval: ({ state }) => (state.data?.items.some((call) => call.state !== 'ended') ? livePollMs : pollMs),
    }),
  );
  const items = data?.items ?? [];
  const now = useNow(items.some(({ state }) => state === 'live'));
  if (items.length === 0) return null;
  return (
    <ul className={styles.lines} aria-label={t('title')}>
      {items.map((call) => (
        <li key={call.id}>
          <IconPhone size={16} stroke={1.5} aria-hidden="true" />
          {callLine(t, call, now)}
          {mayEnd && call.canTransfer && <TransferCall call={call} />}
          {mayEnd && call.state !== 'ended' && <EndCall call={call} />}
          {call.consent === 'refused' && <span>{t('consent.refused')}</span>}
          <Recording call={call} />
        </li>
      ))}
    </ul>
  );
}
