import { ADMIN_CLIENT_ID } from '@antiphon/contract/client-sessions';
import type { InboxCounts, InboxItem, Operator, OperatorStatus } from '@antiphon/contract/handoffs';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import { getClient } from '../clients/list-clients.ts';
import type { Member } from '../identity/identity.policy.ts';
import { countOnline, getStatus } from '../operators/operator-presence.ts';
import { demandAnswering } from '../operators/operators.policy.ts';
import { isSaidAnywhere } from '../transcripts/search-transcripts.ts';
import {
  countInboxRows,
  type InboxFilters,
  type InboxReader,
  listInboxOperators,
  listInboxRows,
  type Place,
  placeOf,
} from './inbox.queries.ts';
import { toInboxItem } from './inbox.rules.ts';

type Deps = { database: Database };
type Query = InboxFilters & { cursor?: string | undefined; limit: number };

type InboxPage = {
  items: InboxItem[];
  nextCursor: string | null;
  counts: InboxCounts;
  operators: Operator[];
  status: OperatorStatus;
  online: number;
};

/** A page of one folder, with what the others hold, and who is there. */
export async function listInbox(deps: Deps, member: Member, query: Query): Promise<InboxPage> {
  demandAnswering(member);
  const { scope } = member;
  const { cursor, limit, ...filters } = query;
  const reader = readerOf(member);
  const after = readPlace(cursor);
  const { rows, counts, operators } = await deps.database.transaction(scope, async (tx) => {
    const isSaid = filters.search ? await isSaidAnywhere(tx, scope, filters.search) : undefined;
    return {
      rows: await listInboxRows(tx, scope, reader, filters, { limit: limit + 1, after, isSaid }),
      counts: await countInboxRows(tx, scope, reader),
      operators: await listInboxOperators(tx, scope, reader),
    };
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const end = last && placeOf(filters, last);
  const now = new Date();
  return {
    items: shown.map((row) => toInboxItem(row, now)),
    nextCursor: end ? writePlace(end) : null,
    counts,
    operators,
    status: await statusOf(deps, member),
    online: await countOnline(deps, scope, reader.agentIds),
  };
}

const WAITING = 'waiting.';
const writePlace = ({ isWaiting, createdAt, id }: Place) => `${isWaiting ? WAITING : ''}${writeCursor(createdAt, id)}`;

function readPlace(text: string | undefined): Place | null {
  const isWaiting = text?.startsWith(WAITING) ?? false;
  const cursor = readCursor(isWaiting ? text?.slice(WAITING.length) : text);
  return cursor && { ...cursor, isWaiting };
}

/** What stands in the folders that are worked through. */
export async function countInbox(deps: Deps, member: Member): Promise<InboxCounts> {
  demandAnswering(member);
  return deps.database.transaction(member.scope, (tx) => countInboxRows(tx, member.scope, readerOf(member)));
}

const readerOf = ({ userId, client }: Member): InboxReader => ({
  agentIds: client?.agentIds ?? null,
  me: client ? { kind: 'client', id: client.clientId } : userId === null ? null : { kind: 'member', id: userId },
});

async function statusOf(deps: Deps, { scope, userId, client }: Member): Promise<OperatorStatus> {
  if (client && client.clientId !== ADMIN_CLIENT_ID) return (await getClient(deps, scope, client.clientId)).status;
  return userId === null ? 'offline' : getStatus(deps, scope, userId);
}
