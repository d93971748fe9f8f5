import type { Call } from '@antiphon/contract/calls';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCredits, truncateChars } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { endWords, formatLength, lengthOf } from '../call-words.ts';
import { Recording } from '../recording.tsx';
import { useNow } from '../use-now.ts';
import styles from './calls.module.css';
import { EndCall } from './end-call.tsx';
import { TransferCall } from './transfer-call.tsx';

const agentChars = 32;

interface CallTableProps {
  items: Call[];
  more: { onMore: () => void; isLoading: boolean } | null;
  /** Of several agents: each row names its own. */
  isOfMany: boolean;
  /** Members of the workspace alone are told. */
  hasCredits: boolean;
  /** The conversations of these agents can be opened by whoever looks. */
  mayOpen: boolean;
  mayEnd: boolean;
}

export function CallTable({ items, more, isOfMany, hasCredits, mayOpen, mayEnd }: CallTableProps) {
  const t = useTexts('calls');
  const columns = [
    { label: t('list.when') },
    ...(isOfMany ? [{ label: t('list.agent'), isWideOnly: true }] : []),
    { label: t('list.caller'), isWideOnly: true },
    { label: t('list.length'), kind: 'number' as const },
    { label: t('list.end') },
    ...(hasCredits ? [{ label: t('list.credits'), kind: 'number' as const, isWideOnly: true }] : []),
  ];
  return (
    <DataTable label={t('title')} columns={columns} more={more}>
      {items.map((call) => (
        <tr key={call.id} className={mayOpen ? styles.opens : undefined} data-call={call.id}>
          <td>
            <When call={call} mayOpen={mayOpen} />
            {isOfMany && <AgentName call={call} className={styles.narrowOnly} />}
          </td>
          {isOfMany && (
            <td className={`${cell.muted} ${cell.wideOnly}`}>
              <AgentName call={call} />
            </td>
          )}
          <td className={`${cell.muted} ${cell.wideOnly}`}>
            {call.caller === '' ? t('list.web') : <bdi dir="ltr">{call.caller}</bdi>}
          </td>
          <td className={cell.number}>
            <Length call={call} />
          </td>
          <td>
            <End call={call} mayEnd={mayEnd} />
          </td>
          {hasCredits && (
            <td className={`${cell.number} ${cell.wideOnly}`}>
              {call.credits === undefined ? '' : formatCredits(call.credits)}
            </td>
          )}
        </tr>
      ))}
    </DataTable>
  );
}

/** The link covers its row. */
function When({ call: { agentId, conversationId, createdAt, startedAt }, mayOpen }: { call: Call; mayOpen: boolean }) {
  const date = <RelativeTime date={startedAt ?? createdAt} />;
  if (!mayOpen) return date;
  return (
    <Link
      to="/app/$region/agents/$agentId/$tab"
      params={{ region: currentRegion(), agentId, tab: 'convos' }}
      search={{ convo: conversationId } as never}
      className={styles.open}
    >
      {date}
    </Link>
  );
}

const AgentName = ({ call: { agentTitle }, className }: { call: Call; className?: string | undefined }) => (
  <span className={className} title={agentTitle} data-text="content" dir="auto">
    {truncateChars(agentTitle, agentChars)}
  </span>
);

function Length({ call }: { call: Call }) {
  const now = useNow(call.state === 'live');
  return formatLength(lengthOf(call, now));
}

function End({ call, mayEnd }: { call: Call; mayEnd: boolean }) {
  const t = useTexts('calls');
  return (
    <span className={styles.end}>
      {call.state === 'live' && (
        <StatusBadge tone="good" isBusy>
          {t('list.live')}
        </StatusBadge>
      )}
      {call.state === 'transferring' && (
        <StatusBadge tone="warn" isBusy>
          {t('list.transferring')}
        </StatusBadge>
      )}
      {call.state === 'waiting' && <StatusBadge tone="neutral">{t('list.waiting')}</StatusBadge>}
      {call.state === 'ended' && endWords(t, call)}
      {call.transferredTo !== '' && call.state !== 'live' && <bdi dir="ltr">{call.transferredTo}</bdi>}
      {call.isTest && <StatusBadge tone="neutral">{t('list.test')}</StatusBadge>}
      {mayEnd && call.canTransfer && <TransferCall call={call} />}
      <Recording call={call} />
      {mayEnd && call.state !== 'ended' && <EndCall call={call} />}
    </span>
  );
}
