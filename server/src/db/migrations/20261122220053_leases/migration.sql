DROP INDEX "conversations_lease_until_index";--> statement-breakpoint
DROP INDEX "messages_state_index";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "lease_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "lease_owner" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "lease_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "lease_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_documents" ADD COLUMN "lease_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "lease_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_leased" ON "conversations" ("lease_until") WHERE lease_until is not null;--> statement-breakpoint
CREATE INDEX "messages_owed" ON "messages" ("state") WHERE state in ('queued', 'streaming');
--> statement-breakpoint
drop function finish_reply;
--> statement-breakpoint
-- Begins an attempt at a reply that was found at event `p_seq`: takes the lease, stores the event that begins it, and sets
-- `p_amount` aside (null: nothing, the attempt will be refused). Outcomes: those of `credit_hold`, 'refused' without an amount,
-- 'moved' (another event came in between: look again) and 'leased' (another worker answers). The lease lasts `p_until - p_now`
-- by the database's clock; its number is part of the answer.
create or replace function begin_reply(
  p_workspace text, p_conversation text, p_reply text, p_seq bigint, p_owner text, p_now timestamptz, p_until timestamptz,
  p_event jsonb, p_month text, p_amount bigint, p_month_limit bigint, p_expires timestamptz
) returns json language plpgsql as $$
declare
  c record;
  v_stop boolean;
  v_attempt int;
  v_outcome text := 'refused';
begin
  select agent_id, last_event_seq as seq, lease_owner, lease_until into c from conversations
  where workspace_uid = p_workspace and id = p_conversation for update;
  if not found or c.seq <> p_seq then return json_build_object('outcome', 'moved'); end if;
  if c.lease_owner <> p_owner and c.lease_until > clock_timestamp() then return json_build_object('outcome', 'leased'); end if;
  update messages set state = 'streaming', attempts = attempts + 1, text = ''
  where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_reply
  returning stop_requested into v_stop;
  insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
  values (p_workspace, p_conversation, p_seq + 1, 'status', p_event);
  update conversations set last_event_seq = p_seq + 1, lease_owner = p_owner,
    lease_until = clock_timestamp() + (p_until - p_now), lease_attempt = lease_attempt + 1
  where workspace_uid = p_workspace and id = p_conversation
  returning lease_attempt into v_attempt;
  if p_amount is not null then
    v_outcome := credit_hold(p_workspace, p_reply, c.agent_id, p_month, p_amount, p_month_limit, p_expires);
    if v_outcome = 'mismatch' then raise exception 'reply % is the turn of another agent', p_reply; end if;
  end if;
  return json_build_object('outcome', v_outcome, 'isStopRequested', v_stop, 'leaseAttempt', v_attempt);
end $$;
--> statement-breakpoint
-- The oldest reply that a conversation owes, with what is needed to answer it: the conversation, the newest `p_most` messages
-- (oldest first), the number of the agent's published version (null: deleted or taken offline) and what the orgs that see the
-- agent want of people taking over. Null where nothing is owed. Locks nothing: `begin_reply` refuses where an event came in
-- between.
create or replace function find_owed_reply(p_workspace text, p_conversation text, p_most int) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'agentId', c.agent_id, 'isTest', c.is_test, 'lang', c.lang, 'variables', c.variables, 'seq', c.last_event_seq,
      'leaseOwner', c.lease_owner, 'isLeased', coalesce(c.lease_until > clock_timestamp(), false),
      'publishedVersion', (
        select a.published_version from agents a
        where a.workspace_uid = p_workspace and a.id = c.agent_id and a.deleted_at is null
      ),
      'orgs', (
        select coalesce(json_agg(json_build_object('disableHandoff', o.disable_handoff, 'settings', o.settings)), '[]')
        from org_agents oa join orgs o on o.id = oa.org_id
        where oa.workspace_uid = p_workspace and oa.agent_id = c.agent_id
      ),
      'reply', json_build_object('id', r.id, 'state', r.state, 'attempts', r.attempts, 'createdAt', r.created_at),
      'history', (
        select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role, 'state', m.state, 'text', m.text,
          'replyId', m.reply_id, 'isUnknown', m.is_unknown) order by m.position), '[]')
        from (
          select * from messages
          where workspace_uid = p_workspace and conversation_id = p_conversation order by position desc limit p_most
        ) m
      )
    )
    from conversations c
    cross join lateral (
      select id, state, attempts, created_at from messages
      where workspace_uid = p_workspace and conversation_id = p_conversation
        and role = 'agent' and state in ('queued', 'streaming')
      order by position limit 1
    ) r
    where c.workspace_uid = p_workspace and c.id = p_conversation
  );
end $$;
--> statement-breakpoint
-- Ends a reply of the worker that holds the conversation's lease (`p_owner`, `p_attempt`; only the release before this one
-- leaves them out); for another it does nothing and answers "lost". Charges it (`p_amount` null: nothing was held), stores what
-- it says and the closing event. Messages that joined it after its prompt was made (`p_known` are those that stood in it) get a
-- reply of their own, `p_next`. The lease is given back unless another reply is owed. While a person holds the conversation none
-- is. `p_result.handoff`, where there is one, is what the agent tells when it asks for a person: `{eventId, payload, data}` of
-- the outbox and the stream; it counts once, and only where nobody was asked for yet.
create or replace function finish_reply(
  p_workspace text, p_conversation text, p_reply text, p_text text, p_result jsonb, p_amount bigint, p_feature text,
  p_event text, p_data jsonb, p_known text[], p_next text, p_queued jsonb, p_now timestamptz,
  p_owner text default null, p_attempt int default null
) returns json language plpgsql as $$
declare
  v_seq bigint;
  v_owner text;
  v_attempt int;
  v_handoff text;
  v_test boolean;
  v_asks boolean;
  v_late text[];
  v_owed boolean;
  v_charged bigint := 0;
  v_credits jsonb;
begin
  select last_event_seq, handoff, is_test, lease_owner, lease_attempt into v_seq, v_handoff, v_test, v_owner, v_attempt
  from conversations where workspace_uid = p_workspace and id = p_conversation for update;
  if v_seq is not null and p_owner is not null and (v_owner is distinct from p_owner or v_attempt <> p_attempt) then
    return '"lost"';
  end if;
  -- Locked where the conversation was erased meanwhile as well: what the model cost is charged all the same.
  if p_amount is not null then
    v_charged := credit_settle(p_workspace, p_reply, p_amount, p_feature, p_conversation);
    if v_charged is null then raise exception 'reply % was never held', p_reply; end if;
  end if;
  if v_seq is null then return null; end if;
  v_credits := to_jsonb(trim_scale(v_charged / 1000000.0));

  update messages set
    state = p_result ->> 'state',
    text = p_text,
    citations = coalesce(p_result -> 'citations', citations),
    is_unknown = coalesce((p_result ->> 'isUnknown')::boolean, is_unknown),
    trace = case when jsonb_typeof(p_result -> 'trace') = 'object' then p_result -> 'trace' || jsonb_build_object('credits', v_credits) end,
    credits_micro = v_charged
  where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_reply;
  insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
  values (p_workspace, p_conversation, v_seq + 1, p_event,
    case when p_event = 'done' then p_data || jsonb_build_object('credits', v_credits) else p_data end);

  select array_agg(id) into v_late from messages
  where workspace_uid = p_workspace and conversation_id = p_conversation and reply_id = p_reply and not id = any (p_known)
    and v_handoff <> 'held';
  if v_late is not null then
    insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, created_at)
    select p_workspace, p_conversation, min(agent_id), p_next, max(position) + 1, 'agent', 'queued', '', p_now
    from messages where workspace_uid = p_workspace and conversation_id = p_conversation;
    update messages set reply_id = p_next
    where workspace_uid = p_workspace and conversation_id = p_conversation and id = any (v_late);
    insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
    values (p_workspace, p_conversation, v_seq + 2, 'status', p_queued);
  end if;
  v_asks := v_handoff = 'bot' and not v_test and coalesce(jsonb_typeof(p_result -> 'handoff') = 'object', false);
  if v_asks then
    insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
    values (p_workspace, p_conversation, v_seq + case when v_late is null then 2 else 3 end, 'handoff', p_result #> '{handoff,data}');
    insert into outbox (id, type, workspace_uid, payload)
    values (p_result #>> '{handoff,eventId}', 'person_requested', p_workspace, p_result #> '{handoff,payload}');
  end if;
  v_owed := exists (
    select from messages where workspace_uid = p_workspace and conversation_id = p_conversation
      and role = 'agent' and state in ('queued', 'streaming')
  );
  update conversations set
    last_event_seq = v_seq + 1 + (v_late is not null)::int + v_asks::int,
    handoff = case when v_asks then 'waiting' else handoff end,
    handoff_since = case when v_asks then p_now else handoff_since end,
    last_message_at = p_now,
    lease_owner = case when v_owed then lease_owner end,
    lease_until = case when v_owed then lease_until end
  where workspace_uid = p_workspace and id = p_conversation;
  return json_build_object('seq', v_seq, 'charged', v_charged::text, 'isLate', v_late is not null, 'isOwed', v_owed, 'isAsking', v_asks);
end $$;
