import type { AgentPublication, AgentSort } from '@antiphon/contract/agents';
import type { AgentId } from '@antiphon/contract/ids';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type Cursor, isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { agents, agentVersions, tipVersion } from '../../db/schema/agents.ts';
import type { Scope } from '../../db/scope.ts';
import { addCounts, isLive } from './agents.queries.ts';

export type AgentFilters = {
  search: string | null;
  tag: string | null;
  state: AgentPublication | null;
  /** Of these alone; null is all. */
  agentIds: readonly AgentId[] | null;
};

const byName = sql`lower(${agents.title})`;

/** One order each, with the id against ties; `changed` and `created` count backwards. */
const ORDERS: Record<AgentSort, SQL[]> = {
  created: [desc(agents.createdAt), desc(agents.id)],
  changed: [desc(agents.updatedAt), desc(agents.id)],
  title: [asc(byName), asc(agents.id)],
};

/** What comes after the last row of the page before. By name it is that row's name now, for a cursor holds no name. */
function isAfter(scope: Scope, sort: AgentSort, after: Cursor): SQL | undefined {
  if (sort === 'title')
    return sql`(${byName}, ${agents.id}) > (select lower(a.title), a.id from agents a where a.id = ${after.id} and a.workspace_uid = ${scope.workspaceUid})`;
  const column = sort === 'created' ? agents.createdAt : agents.updatedAt;
  return isBehind(column, agents.id, after);
}

const isUnchanged = eq(agents.draftMd5, agentVersions.settingsMd5);

const STATES: Record<AgentPublication, SQL | undefined> = {
  draft: isNull(agents.publishedVersion),
  published: and(isNotNull(agents.publishedVersion), isUnchanged),
  changed: and(isNotNull(agents.publishedVersion), sql`not ${isUnchanged}`),
};

const matches = (scope: Scope, { search, tag, state, agentIds }: AgentFilters) =>
  and(
    isLive(scope),
    agentIds ? inArray(agents.id, [...agentIds]) : undefined,
    search ? sql`strpos(${byName}, lower(${search})) > 0` : undefined,
    tag ? sql`${tag} = any (${agents.tags})` : undefined,
    state ? STATES[state] : undefined,
  );

export async function listAgents(
  tx: Tx,
  scope: Scope,
  query: AgentFilters & { sort: AgentSort; limit: number; after: Cursor | null },
) {
  const rows = await tx
    .select({
      ...{ id: agents.id, workspaceUid: agents.workspaceUid, tags: agents.tags },
      ...{ title: agents.title, description: agents.description, image: agents.image },
      ...{ publishedVersion: agents.publishedVersion, createdAt: agents.createdAt, updatedAt: agents.updatedAt },
      isUnchanged: sql<boolean>`coalesce(${isUnchanged}, false)`,
    })
    .from(agents)
    .leftJoin(agentVersions, and(eq(agentVersions.agentId, agents.id), eq(agentVersions.number, tipVersion)))
    .where(and(matches(scope, query), query.after ? isAfter(scope, query.sort, query.after) : undefined))
    .orderBy(...ORDERS[query.sort])
    .limit(query.limit);
  return addCounts(tx, scope, rows);
}

export async function countAgents(tx: Tx, scope: Scope, filters: AgentFilters): Promise<number> {
  const rows = tx.select({ n: count() }).from(agents);
  // Only the state asks what was published.
  const [row] = await (filters.state
    ? rows.leftJoin(agentVersions, and(eq(agentVersions.agentId, agents.id), eq(agentVersions.number, tipVersion)))
    : rows
  ).where(matches(scope, filters));
  return row?.n ?? 0;
}

export async function listTags(tx: Tx, scope: Scope): Promise<{ tag: string; agents: number }[]> {
  const result = await tx.execute(sql`
    select tag, count(*)::int as agents
    from agents cross join lateral unnest(tags) as tag
    where workspace_uid = ${scope.workspaceUid} and deleted_at is null
    group by tag
    order by lower(tag), tag`);
  return result.rows as { tag: string; agents: number }[];
}

export function listTrash(tx: Tx, scope: Scope, page: { id: AgentId | null; limit: number; after: Cursor | null }) {
  const { id, after } = page;
  return tx
    .select({
      id: agents.id,
      title: agents.title,
      image: sql<string>`coalesce(${agents.image}, '')`,
      deletedAt: sql<Date>`${agents.deletedAt}`.mapWith(agents.deletedAt),
    })
    .from(agents)
    .where(
      and(
        eq(agents.workspaceUid, scope.workspaceUid),
        isNotNull(agents.deletedAt),
        id ? eq(agents.id, id) : undefined,
        after ? isBehind(agents.deletedAt, agents.id, after) : undefined,
      ),
    )
    .orderBy(desc(agents.deletedAt), desc(agents.id))
    .limit(page.limit);
}
