CREATE TABLE "conversation_flows" (
	"conversation_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"state" jsonb NOT NULL,
	"version" integer,
	"due_at" timestamp(3) with time zone,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "description" text GENERATED ALWAYS AS (draft ->> 'description') STORED;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "image" text GENERATED ALWAYS AS (draft ->> 'roundedImageURL') STORED;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "choices" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "choice_id" text;--> statement-breakpoint
CREATE INDEX "conversation_flows_workspace_uid_conversation_id_index" ON "conversation_flows" ("workspace_uid","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_flows_kept" ON "conversation_flows" ("workspace_uid","agent_id","version") WHERE version is not null;--> statement-breakpoint
CREATE INDEX "conversation_flows_due" ON "conversation_flows" ("due_at") WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE "conversation_flows" ADD CONSTRAINT "conversation_flows_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('conversation_flows'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on conversation_flows to app_tenant, app_system;
--> statement-breakpoint
drop function accept_message;
--> statement-breakpoint
-- The oldest reply that a conversation owes, with what is needed to answer it: the conversation, the newest `p_most` messages
-- (oldest first), the number of the agent's published version (null: deleted or taken offline), whether it is paused and was
-- taught answers, where it is on the agent's canvas, and what the orgs that see the agent want of people taking over. Null where nothing is owed. Locks nothing: `begin_reply` refuses where an event came in
-- between.
create or replace function find_owed_reply(p_workspace text, p_conversation text, p_most int) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'agentId', c.agent_id, 'isTest', c.is_test, 'lang', c.lang, 'variables', c.variables, 'page', c.visit #> '{pages,-1}', 'seq', c.last_event_seq,
      'leaseOwner', c.lease_owner, 'isLeased', coalesce(c.lease_until > clock_timestamp(), false),
      'publishedVersion', (
        select a.published_version from agents a
        where a.workspace_uid = p_workspace and a.id = c.agent_id and a.deleted_at is null
      ),
      'isPaused', exists (
        select from agents a where a.workspace_uid = p_workspace and a.id = c.agent_id and a.paused_at is not null
      ),
      'hasTaught', exists (
        select from knowledge_documents d
        where d.workspace_uid = p_workspace and d.agent_id = c.agent_id and d.questions <> '{}'
      ),
      'flow', (
        select f.state from conversation_flows f where f.workspace_uid = p_workspace and f.conversation_id = c.id
      ),
      'orgs', (
        select coalesce(json_agg(json_build_object('disableHandoff', o.disable_handoff, 'settings', o.settings)), '[]')
        from org_agents oa join orgs o on o.id = oa.org_id
        where oa.workspace_uid = p_workspace and oa.agent_id = c.agent_id
      ),
      'reply', json_build_object('id', r.id, 'state', r.state, 'attempts', r.attempts, 'createdAt', r.created_at, 'spentMicro', r.spent_micro),
      'history', (
        select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role, 'state', m.state, 'text', m.text,
          'replyId', m.reply_id, 'choiceId', m.choice_id, 'isUnknown', m.is_unknown) order by m.position), '[]')
        from (
          select * from messages
          where workspace_uid = p_workspace and conversation_id = p_conversation order by position desc limit p_most
        ) m
      )
    )
    from conversations c
    cross join lateral (
      select id, state, attempts, created_at, spent_micro from messages
      where workspace_uid = p_workspace and conversation_id = p_conversation
        and role = 'agent' and state in ('queued', 'streaming')
      order by position limit 1
    ) r
    where c.workspace_uid = p_workspace and c.id = p_conversation
  );
end $$;
--> statement-breakpoint
-- Stores a visitor's message, the reply that is owed for it and their events. Outcomes: 'accepted', 'repeated' (the same id and
-- text: what the first sending did), 'mismatch' (the id with another text), 'limit', 'not_published', 'not_found'.
-- `p_reply` is the id of the reply unless one waits already: a burst is answered by one reply, which then stands after it.
-- While a person is awaited or holds the conversation no reply is owed, and the agent's own limits do not stand between the two.
-- What was closed or snoozed in the inbox opens again: the answer's 'inbox' is true where it is open.
-- `p_page`: what it was written from, kept where the agent records that. `p_choice`: the button that was pressed for it.
-- `p_history`: where nobody answers the conversation yet, the answer has what is owed as well, with so many messages, so that
-- whoever answers need not ask for it (`find_owed_reply`; only the release before this one leaves it out).
create or replace function accept_message(
  p_workspace text, p_conversation text, p_message text, p_text text, p_attachments jsonb, p_reply text,
  p_said jsonb, p_queued jsonb, p_now timestamptz, p_history int default null, p_page jsonb default null, p_choice text default null
) returns json language plpgsql as $$
declare
  c record;
  earlier record;
  agent record;
  v_waiting text;
  v_position int;
  v_inbox boolean;
begin
  select agent_id, is_test, last_event_seq as seq, handoff, coalesce(lease_until > clock_timestamp(), false) as is_leased into c from conversations
  where workspace_uid = p_workspace and id = p_conversation for update;
  if not found then return json_build_object('outcome', 'not_found'); end if;

  select text, role, reply_id into earlier from messages
  where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_message;
  if found then
    if earlier.text = p_text and earlier.role = 'visitor' then
      return json_build_object('outcome', 'repeated', 'replyId', earlier.reply_id, 'handoff', c.handoff);
    end if;
    return json_build_object('outcome', 'mismatch');
  end if;

  select v.number, (v.settings #>> '{limits,messagesLimit}')::int as messages_limit,
    coalesce((v.settings #>> '{privacy,recordsPages}')::boolean, true) as records_pages into agent
  from agents a left join agent_versions v on v.agent_id = a.id and v.number = a.published_version
  where a.workspace_uid = p_workspace and a.id = c.agent_id and a.deleted_at is null;
  if not found then return json_build_object('outcome', 'not_found'); end if;
  if not c.is_test and c.handoff = 'bot' then
    if agent.number is null then return json_build_object('outcome', 'not_published'); end if;
    if not count_message(p_workspace, c.agent_id, to_char(p_now at time zone 'UTC', 'YYYY-MM'), agent.messages_limit) then
      return json_build_object('outcome', 'limit');
    end if;
    insert into agent_daily_counts as d (agent_id, workspace_uid, day, messages)
    values (c.agent_id, p_workspace, to_char(p_now at time zone 'UTC', 'YYYY-MM-DD'), 1)
    on conflict (agent_id, day) do update set messages = d.messages + 1;
  end if;

  select coalesce(max(position), 0) + 1, max(id) filter (where role = 'agent' and state = 'queued')
  into v_position, v_waiting
  from messages where workspace_uid = p_workspace and conversation_id = p_conversation;
  if not agent.records_pages then p_page := null; end if;
  insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, choice_id, reply_id, attachments, created_at)
  values (p_workspace, p_conversation, c.agent_id, p_message, v_position, 'visitor', 'complete', p_text, p_choice,
    case when c.handoff = 'bot' then coalesce(v_waiting, p_reply) end, p_attachments, p_now);
  insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
  values (p_workspace, p_conversation, c.seq + 1, 'message', p_said);
  update inbox_items set
    visitor_at = p_now, present_at = p_now, read_at = p_now, state = 'open', opened_at = case when state = 'open' then opened_at else p_now end,
    snoozed_until = null, closed_at = null, closed_by = null
  where workspace_uid = p_workspace and conversation_id = p_conversation
  returning true into v_inbox;
  if c.handoff <> 'bot' then
    update conversations set last_event_seq = c.seq + 1, last_message_at = p_now, visit = with_page(visit, p_page)
    where workspace_uid = p_workspace and id = p_conversation;
    return json_build_object('outcome', 'accepted', 'replyId', null, 'isNewReply', false, 'seq', c.seq, 'handoff', c.handoff, 'inbox', coalesce(v_inbox, false));
  end if;
  if v_waiting is null then
    insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, created_at)
    values (p_workspace, p_conversation, c.agent_id, p_reply, v_position + 1, 'agent', 'queued', '', p_now);
    insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
    values (p_workspace, p_conversation, c.seq + 2, 'status', p_queued);
  else
    update messages set position = v_position + 1
    where workspace_uid = p_workspace and conversation_id = p_conversation and id = v_waiting;
  end if;
  update conversations set last_event_seq = c.seq + case when v_waiting is null then 2 else 1 end, last_message_at = p_now, visit = with_page(visit, p_page)
  where workspace_uid = p_workspace and id = p_conversation;
  return json_build_object('outcome', 'accepted', 'replyId', coalesce(v_waiting, p_reply),
    'isNewReply', v_waiting is null, 'seq', c.seq, 'handoff', c.handoff, 'inbox', coalesce(v_inbox, false),
    'owed', case when p_history is not null and not c.is_leased then find_owed_reply(p_workspace, p_conversation, p_history) end);
end $$;
--> statement-breakpoint
-- Ends a reply of the worker that holds the conversation's lease (`p_owner`, `p_attempt`; only the release before this one
-- leaves them out); for another it does nothing and answers "lost". Charges it (`p_amount` null: nothing was held), stores what
-- it says and the closing event. Messages that joined it after its prompt was made (`p_known` are those that stood in it) get a
-- reply of their own, `p_next`. The lease is given back unless another reply is owed. While a person holds the conversation none
-- is. `p_result.handoff`, where there is one, is what the agent tells when it asks for a person: `{eventId, payload, data, isAway}` of
-- the outbox and the stream; it counts once, and only where nobody was asked for yet. `isAway`: nobody is there, so that nobody is
-- waited for; the request stands in the inbox as missed. `p_result.flow` is where the conversation is on the canvas by now (`{state, version,
-- dueAt}`), and `p_result.path` what a test of the agent is told of the way there.
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
  v_away boolean;
  v_agent text;
  v_late text[];
  v_path boolean;
  v_owed boolean;
  v_charged bigint := 0;
  v_credits jsonb;
begin
  select last_event_seq, handoff, is_test, agent_id, lease_owner, lease_attempt into v_seq, v_handoff, v_test, v_agent, v_owner, v_attempt
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

  -- Before the message: its trigger looks here for how long the answer took.
  if jsonb_typeof(p_result -> 'trace') = 'object' then
    insert into reply_traces (workspace_uid, conversation_id, message_id, trace, created_at)
    values (p_workspace, p_conversation, p_reply, p_result -> 'trace' || jsonb_build_object('credits', v_credits), p_now)
    on conflict (conversation_id, message_id) do update set trace = excluded.trace, created_at = excluded.created_at;
  end if;
  update messages set
    state = p_result ->> 'state',
    text = p_text,
    citations = coalesce(p_result -> 'citations', citations),
    is_unknown = coalesce((p_result ->> 'isUnknown')::boolean, is_unknown),
    offers_person = coalesce((p_result ->> 'offersPerson')::boolean, offers_person),
    choices = case when jsonb_typeof(p_result -> 'choices') = 'array' then p_result -> 'choices' end,
    credits_micro = v_charged
  where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_reply;
  insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
  values (p_workspace, p_conversation, v_seq + 1, p_event, p_data);

  select array_agg(id) into v_late from messages
  where workspace_uid = p_workspace and conversation_id = p_conversation and reply_id = p_reply and not id = any (p_known)
    and v_handoff = 'bot';
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
  v_away := v_asks and coalesce((p_result #>> '{handoff,isAway}')::boolean, false);
  -- Whoever asks again while the request is open asks once.
  if v_asks and (open_inbox_item(p_workspace, p_conversation, v_agent, v_away, null, p_now) or not v_away) then
    insert into outbox (id, type, workspace_uid, payload)
    values (p_result #>> '{handoff,eventId}', 'person_requested', p_workspace, p_result #> '{handoff,payload}');
  end if;
  v_asks := v_asks and not v_away;
  if v_asks then
    insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
    values (p_workspace, p_conversation, v_seq + case when v_late is null then 2 else 3 end, 'handoff', p_result #> '{handoff,data}');
  end if;
  v_path := v_test and coalesce(jsonb_typeof(p_result -> 'path') = 'array', false);
  if v_path then
    insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
    values (p_workspace, p_conversation, v_seq + 2 + (v_late is not null)::int + v_asks::int, 'flow',
      jsonb_build_object('messageId', p_reply, 'path', p_result -> 'path'));
  end if;
  -- What came in between is looked at once this is stored: a wait that is over, a call that has ended.
  if jsonb_typeof(p_result -> 'flow') = 'object' then
    insert into conversation_flows as f (conversation_id, workspace_uid, agent_id, state, version, due_at, changed_at)
    values (p_conversation, p_workspace, v_agent, p_result #> '{flow,state}', (p_result #>> '{flow,version}')::int,
      (p_result #>> '{flow,dueAt}')::timestamptz, p_now)
    on conflict (conversation_id) do update set state = excluded.state, version = excluded.version, changed_at = excluded.changed_at,
      due_at = case when f.due_at <= p_now then f.due_at else excluded.due_at end;
  end if;
  v_owed := exists (
    select from messages where workspace_uid = p_workspace and conversation_id = p_conversation
      and role = 'agent' and state in ('queued', 'streaming')
  );
  update conversations set
    last_event_seq = v_seq + 1 + (v_late is not null)::int + v_asks::int + v_path::int,
    handoff = case when v_asks then 'waiting' else handoff end,
    handoff_since = case when v_asks then p_now else handoff_since end,
    last_message_at = p_now,
    lease_owner = case when v_owed then lease_owner end,
    lease_until = case when v_owed then lease_until end
  where workspace_uid = p_workspace and id = p_conversation;
  return json_build_object('seq', v_seq, 'charged', v_charged::text, 'isLate', v_late is not null, 'isOwed', v_owed, 'isAsking', v_asks, 'isPathTold', v_path);
end $$;
