import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Cursor, isBehind, isUpTo } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';
import { toPattern, toWords } from './transcripts.rules.ts';

const { lastMessageAt, id } = conversations;

/** Messages that the index may name: a word that is said more often is found sooner by looking. */
const SAID_MAX = 5_000;

/** The one that stands `steps` behind `after`; null where there are fewer. */
export async function findPlace(
  tx: Tx,
  scope: Scope,
  walked: SQL | undefined,
  { steps, after }: { steps: number; after: Cursor | null },
): Promise<Cursor | null> {
  const isBehindIt = after ? isBehind(lastMessageAt, id, after) : undefined;
  const [place] = await tx
    .select({ createdAt: lastMessageAt, id })
    .from(conversations)
    .where(and(eq(conversations.workspaceUid, scope.workspaceUid), walked, isBehindIt))
    .orderBy(desc(lastMessageAt), desc(id))
    .limit(1)
    .offset(steps - 1);
  return place ?? null;
}

/** In the conversations from the newest to this one, or in any. */
export const isSaidUpTo = (search: string, until: Cursor | null): SQL | undefined =>
  and(until ? isUpTo(lastMessageAt, id, until) : undefined, holds(search));

/** Conversations in which the words were said, by the index of all messages; null where that cannot tell. */
export async function findSaid(tx: Tx, _scope: Scope, search: string): Promise<SQL | null> {
  const answer = (await tx.execute(sql`select find_said(${toPattern(search)}, ${SAID_MAX}) as ids`)) as unknown as {
    rows: { ids: string[] | null }[];
  };
  const ids = answer.rows[0]?.ids;
  if (!ids) return null;
  const isNamed = sql`${conversations.id} in (select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  return sql`${isNamed} and ${holds(search)}`;
}

/**
 * In any case of its letters. The "C" collation lowers ASCII alone, many times faster than a language's rules; of other letters
 * only those that the search itself holds can make a difference.
 */
export function holds(search: string): SQL {
  const { words, capitals, letters } = toWords(search);
  const text = sql`lower(m.text collate "C")`;
  const lowered = letters === '' ? text : sql`translate(${text}, ${capitals}, ${letters})`;
  return sql`exists (select 1 from ${messages} m where m.conversation_id = ${conversations.id}
    and m.workspace_uid = ${conversations.workspaceUid} and strpos(${lowered}, ${words}) > 0)`;
}
