import { AgentSettings } from '@antiphon/contract/agents';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';

/**
 * Lists as long as a large agency's, in a few statements: agents by name, tag and state, and conversations of six messages
 * each over the last 100 days, spread over the first 50 of the agents.
 */
export const seedLists = (database: Pick<Database, 'unscoped'>, uid: WorkspaceUid, counts: Counts) =>
  database.unscoped.transaction(async (tx) => {
    // Not the limit of a request: on a busy machine one of these takes longer.
    await tx.execute(sql`set local statement_timeout = 0`);
    await insertLists((statement) => tx.execute(statement), uid, counts);
  });

type Counts = { agents: number; conversations: number };

async function insertLists(run: (statement: SQL) => Promise<unknown>, uid: WorkspaceUid, counts: Counts) {
  const settings = JSON.stringify(AgentSettings.parse({ title: 'A', systemPrompt: 'Answer kindly. '.repeat(60) }));
  await run(sql`
    insert into agents (id, workspace_uid, draft, tags, published_version, created_at, updated_at)
    select 'agt_' || ${uid}::text || n, ${uid}, ${settings}::jsonb || jsonb_build_object('title', 'Agent number ' || n),
      array['tag ' || n % 7], case when n % 3 > 0 then 1 end, now() - n * interval '1 minute', now() - (n * 7919 % 10007) * interval '1 minute'
    from generate_series(1, ${counts.agents}::int) n`);
  await run(sql`
    insert into agent_versions (agent_id, number, workspace_uid, settings)
    select id, 1, workspace_uid, case when right(id, 1) in ('1', '2') then draft || '{"greeting": "Before"}'::jsonb else draft end
    from agents where workspace_uid = ${uid} and published_version = 1
    on conflict do nothing`);
  await run(sql`
    insert into conversations (id, workspace_uid, agent_id, visitor_token_hash, variables, is_test, rating, contact_email, created_at, last_message_at)
    select 'cnv_' || ${uid}::text || n, ${uid}, 'agt_' || ${uid}::text || (1 + n % least(50, ${counts.agents}::int)), 'hash' || ${uid}::text || n, '{}'::jsonb,
      n % 40 = 0, case when n % 9 = 0 then 1 + n % 5 end, case when n % 11 = 0 then 'visitor' || n || '@example.com' end,
      now() - n * interval '14 minutes', now() - n * interval '14 minutes'
    from generate_series(1, ${counts.conversations}::int) n`);
  await run(sql`
    insert into messages (id, conversation_id, workspace_uid, agent_id, position, role, state, text, is_unknown)
    select gen_random_uuid()::text, c.id, ${uid}, c.agent_id, p, case when p % 2 = 1 then 'visitor' else 'agent' end, 'complete',
      case when p % 2 = 1 then 'Question ' || split_part(c.id, ${uid}::text, 2) || ' about an electric bike, part ' || p
        else 'An electric bike costs 28 euros a day and comes with a helmet, a lock and a map of the harbour. Größe and Höhe can be adjusted.' end,
      p = 6 and split_part(c.id, ${uid}::text, 2)::int % 13 = 0
    from conversations c cross join generate_series(1, 6) p where c.workspace_uid = ${uid}`);
  // As the database does by itself a minute after so many rows came: without it a table is taken for as small as it was.
  await run(sql`analyze agents, agent_versions, conversations, messages`);
}
