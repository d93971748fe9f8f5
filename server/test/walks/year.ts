import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import type { Owner } from '../factories/api-factory.ts';

export type YearSize = { workspaces: number; conversations: number; messages: number; events: number };

/** What the bar names. */
export const WHOLE_YEAR: YearSize = {
  workspaces: 200,
  conversations: 100_000,
  messages: 2_000_000,
  events: 1_000_000,
};

/** Of another workspace than the large one: `n` from 1. */
export const otherUid = (n: number) => `year${String(n).padStart(11, '0')}`;

/**
 * A year of use, in a few statements: half of all conversations are those of one agent, the owner's, the others are spread over
 * the other workspaces. Beside messages stands what hangs on them: facts, traces of the last month, events of the last day,
 * leads, usage, deliveries, notifications. What is counted by triggers is written as they would have counted it.
 */
export async function makeYear(
  database: Pick<Database, 'unscoped'>,
  { uid, agentId }: Pick<Owner, 'uid'> & { agentId: string },
  size: YearSize,
): Promise<void> {
  const { conversations, workspaces } = size;
  const each = Math.round(size.messages / conversations);
  const statements = [
    ...owners(uid, agentId, workspaces),
    // Every second one is the large agent's.
    `insert into conversations (id, workspace_uid, agent_id, visitor_token_hash, variables, country, is_test, rating, contact_email,
       last_event_seq, created_at, last_message_at, ended_at)
     select 'cnv_' || lpad(n::text, 20, '0'), uid, agent_id, 'year' || n, '{}', (array['DE', 'US', 'FR', ''])[1 + n % 4], n % 40 = 0,
       case when n % 9 = 0 then 1 + n % 5 end, case when n % 5 = 0 then 'visitor' || n || '@example.com' end, 200, at, at, at + interval '31 minutes'
     from (
       select n, case when n % 2 = 0 then '${uid}' else 'year' || lpad((1 + n / 2 % ${workspaces - 1})::text, 11, '0') end as uid,
         case when n % 2 = 0 then '${agentId}' else 'agt_year' || lpad((1 + n / 2 % ${workspaces - 1})::text, 11, '0') end as agent_id,
         now() - interval '40 minutes' - (${conversations} - n) * interval '365 days' / ${conversations} as at
       from generate_series(1, ${conversations}) n
     ) numbered`,
    `insert into messages (id, conversation_id, workspace_uid, agent_id, position, role, state, text, reply_id, is_unknown, created_at)
     select ${messageId('c.id', 'p')}, c.id, c.workspace_uid, c.agent_id, p, case when p % 2 = 1 then 'visitor' else 'agent' end, 'complete',
       case when p % 2 = 1 then 'How long may I keep the bike number ' || right(c.id, 6) || '? Question ' || p
         else 'A bike may be kept for ten days. It comes with a helmet, a lock and a map of the harbour; saddle and handlebars can be adjusted.' end,
       case when p % 2 = 1 then ${messageId('c.id', 'p + 1')} end, p = 6 and right(c.id, 2)::int % 13 = 0, c.created_at + p * interval '20 seconds'
     from conversations c cross join generate_series(1, ${each}) p where c.visitor_token_hash like 'year%'`,
    `insert into conversation_facts (conversation_id, workspace_uid, agent_id, country, started_at, visitor_messages, replies, first_response_ms, is_ended, rating, has_contact)
     select id, workspace_uid, agent_id, country, created_at, ${each / 2}, ${each / 2}, 400, true, rating, contact_email is not null
     from conversations where visitor_token_hash like 'year%' and not is_test`,
    // Every second reply was small talk, which answers no question.
    `insert into reply_facts (conversation_id, reply_id, workspace_uid, agent_id, asked_at, question_key, is_unknown, document_ids)
     select conversation_id, id, workspace_uid, agent_id, created_at, hashtext(right(conversation_id, 3) || position), is_unknown, '{}'
     from messages where role = 'agent' and position % 4 = 2 and state = 'complete' and conversation_id like 'cnv_00000000%'`,
    `insert into reply_traces (conversation_id, message_id, workspace_uid, trace, created_at)
     select conversation_id, id, workspace_uid, jsonb_build_object('question', text, 'prompt', repeat(text, 8)), created_at
     from messages where role = 'agent' and created_at > now() - interval '30 days' and conversation_id like 'cnv_00000000%'`,
    `insert into conversation_events (conversation_id, workspace_uid, seq, event, data, created_at)
     select id, workspace_uid, seq, 'status', '{"state": "complete"}', now() - seq * interval '1 minute'
     from (select id, workspace_uid from conversations where visitor_token_hash like 'year%' order by last_message_at desc limit ${Math.ceil(size.events / 100)}) c
     cross join generate_series(1, 100) seq`,
    `insert into usage_entries (id, workspace_uid, amount, direction, caused_by, agent_id, feature_key, conversation_id, ts)
     select 'turn:' || id, workspace_uid, 1500, 'decrease', 'agent', agent_id, 'builtin/builtin', conversation_id, created_at
     from messages where role = 'agent' and position % 4 = 2 and conversation_id like 'cnv_00000000%'`,
    `insert into credit_holds (id, workspace_uid, agent_id, month, amount, state, settled, expires_at, created_at)
     select id, workspace_uid, agent_id, to_char(created_at, 'YYYY-MM'), 9000, 'settled', 1500, created_at + interval '5 minutes', created_at
     from messages where role = 'agent' and position % 4 = 2 and conversation_id like 'cnv_00000000%'`,
    `insert into leads (id, workspace_uid, agent_id, name, name_key, email, email_key, source, created_at, last_seen_at)
     select 'led_' || right(id, 15), workspace_uid, agent_id, 'Visitor ' || right(id, 6), 'visitor ' || right(id, 6), contact_email, contact_email, 'widget', created_at, created_at
     from conversations where contact_email is not null and visitor_token_hash like 'year%'`,
    `insert into lead_conversations (lead_id, conversation_id, workspace_uid)
     select 'led_' || right(id, 15), id, workspace_uid from conversations where contact_email is not null and visitor_token_hash like 'year%'`,
    ...monthly(),
  ];
  await database.unscoped.transaction(async (tx) => {
    // Neither triggers nor foreign keys, nor the limit of a request.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local statement_timeout = 0`);
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
  await database.unscoped.execute(sql`set statement_timeout = 0`);
  // As a running database does by itself within minutes.
  await database.unscoped.execute(sql`vacuum analyze`);
  await database.unscoped.execute(sql`reset statement_timeout`);
}

/** A UUID as the contract knows them. */
const messageId = (conversation: string, position: string) =>
  `overlay(overlay(md5(${conversation} || (${position})) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid::text`;

/** Workspaces with a person, credits and an agent each, like those of the owner. */
const owners = (uid: string, agentId: string, workspaces: number) => [
  `insert into users (id, name, email, email_verified)
   select 'year' || lpad(n::text, 11, '0'), 'Person ' || n, 'person' || n || '@example.com', true from generate_series(1, ${workspaces - 1}) n`,
  `insert into sessions (id, token, user_id, expires_at)
   select id || n, id || n, id, now() + n * interval '1 hour' from users cross join generate_series(1, 100) n where id like 'year%'`,
  `insert into workspaces (uid, owner_user_id, workspace_name, secret_hash, secret_last4)
   select id, id, name, 'hash' || id, 'abcd' from users where id like 'year%'`,
  `insert into workspace_members (workspace_uid, user_id, permissions) select id, id, '[]' from users where id like 'year%'`,
  `insert into credit_accounts (id, workspace_uid, balance, last_grant)
   select 'workspace:' || id, id, 1000000000000, 1000000000000 from users where id like 'year%'
   on conflict (id) do nothing`,
  `insert into agents (id, workspace_uid, draft, published_version)
   select 'agt_' || u.id, u.id, draft, 1 from agents a cross join users u where a.id = '${agentId}' and u.id like 'year%'`,
  `insert into agent_versions (agent_id, number, workspace_uid, settings)
   select id, 1, workspace_uid, draft from agents where id like 'agt_year%'`,
  `insert into credit_accounts (id, workspace_uid, balance, last_grant) values ('workspace:${uid}', '${uid}', 1000000000000, 1000000000000)
   on conflict (id) do update set balance = excluded.balance, last_grant = excluded.last_grant`,
];

/** What is kept for a month, one of each for every fourth conversation. */
const monthly = () => {
  const every = `from conversations where visitor_token_hash like 'year%' and right(id, 1) in ('0', '1', '4', '7')`;
  const recent = `now() - right(id, 6)::int % 28 * interval '1 day'`;
  return [
    `insert into notifications (id, workspace_uid, notification_level, kind, values, title, body, url_pathname, agent_id, source, ts)
     select 'ntf_' || right(id, 20), workspace_uid, 1, 'conversation_started', '{}', 'A conversation', 'began', '/', agent_id, 'year:' || id, ${recent} ${every}`,
    `insert into log_entries (id, workspace_uid, agent_id, type, content, metadata, created_at)
     select 'log_' || right(id, 20), workspace_uid, agent_id, 'note', 'An integration wrote this down.', '{}', ${recent} ${every}`,
    `insert into webhook_deliveries (id, workspace_uid, event_id, type, payload, state, attempts, created_at)
     select 'msg_' || right(id, 20), workspace_uid, 'evt_' || right(id, 20), 'conversation_started', '{"data": {}}', 'delivered', 1, ${recent} ${every}`,
    // What is older than the endpoint was another's.
    `update webhook_endpoints set created_at = now() - interval '1 year'`,
    `insert into webhook_attempts (delivery_id, number, workspace_uid, at, endpoint, ms)
     select id, 1, workspace_uid, created_at, 'https://example.com/', 20 from webhook_deliveries where event_id like 'evt_00000000%'`,
  ];
};
