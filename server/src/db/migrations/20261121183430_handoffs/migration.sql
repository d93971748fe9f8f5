CREATE TABLE "canned_responses" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"org_id" text DEFAULT '' NOT NULL,
	"shortcut" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_notes" (
	"conversation_id" text,
	"id" text,
	"workspace_uid" text NOT NULL,
	"author" jsonb NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversation_notes_pkey" PRIMARY KEY("conversation_id","id")
);
--> statement-breakpoint
CREATE TABLE "inbox_settings" (
	"workspace_uid" text PRIMARY KEY,
	"predefined_tags" jsonb DEFAULT '[]' NOT NULL,
	"only_predefined_tags" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_presence" (
	"workspace_uid" text,
	"person_id" text,
	"status" text DEFAULT 'online' NOT NULL,
	"seen_at" timestamp(3) with time zone,
	CONSTRAINT "operator_presence_pkey" PRIMARY KEY("workspace_uid","person_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "contact_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "handoff" text DEFAULT 'bot' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "handoff_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "operator" jsonb;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "operator_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "give_back_minutes" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "tags" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "operator" jsonb;--> statement-breakpoint
CREATE INDEX "conversations_inbox" ON "conversations" ("workspace_uid","handoff_since") WHERE handoff <> 'bot';--> statement-breakpoint
CREATE UNIQUE INDEX "canned_responses_workspace_uid_org_id_shortcut_index" ON "canned_responses" ("workspace_uid","org_id","shortcut");--> statement-breakpoint
CREATE INDEX "operator_presence_workspace_uid_seen_at_index" ON "operator_presence" ("workspace_uid","seen_at");--> statement-breakpoint
ALTER TABLE "canned_responses" ADD CONSTRAINT "canned_responses_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD CONSTRAINT "inbox_settings_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "operator_presence" ADD CONSTRAINT "operator_presence_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('conversation_notes'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('canned_responses'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('operator_presence'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('inbox_settings'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on conversation_notes, canned_responses, operator_presence, inbox_settings to app_tenant, app_system;
--> statement-breakpoint
-- Stores a visitor's message, the reply that is owed for it and their events. Outcomes: 'accepted', 'repeated' (the same id and
-- text: what the first sending did), 'mismatch' (the id with another text), 'limit', 'not_published', 'not_found'.
-- `p_reply` is the id of the reply unless one waits already: a burst is answered by one reply, which then stands after it.
-- While a person holds the conversation no reply is owed, and the agent's own limits do not stand between the two.
create or replace function accept_message(
  p_workspace text, p_conversation text, p_message text, p_text text, p_attachments jsonb, p_reply text,
  p_said jsonb, p_queued jsonb, p_now timestamptz
) returns json language plpgsql as $$
declare
  c record;
  earlier record;
  agent record;
  v_waiting text;
  v_position int;
begin
  select agent_id, is_test, last_event_seq as seq, handoff into c from conversations
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

  select v.number, (v.settings #>> '{limits,messagesLimit}')::int as messages_limit into agent
  from agents a left join agent_versions v on v.agent_id = a.id and v.number = a.published_version
  where a.workspace_uid = p_workspace and a.id = c.agent_id and a.deleted_at is null;
  if not found then return json_build_object('outcome', 'not_found'); end if;
  if not c.is_test and c.handoff <> 'held' then
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
  insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, reply_id, attachments, created_at)
  values (p_workspace, p_conversation, c.agent_id, p_message, v_position, 'visitor', 'complete', p_text,
    case when c.handoff <> 'held' then coalesce(v_waiting, p_reply) end, p_attachments, p_now);
  insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
  values (p_workspace, p_conversation, c.seq + 1, 'message', p_said);
  if c.handoff = 'held' then
    update conversations set last_event_seq = c.seq + 1, last_message_at = p_now
    where workspace_uid = p_workspace and id = p_conversation;
    return json_build_object('outcome', 'accepted', 'replyId', null, 'isNewReply', false, 'seq', c.seq, 'handoff', c.handoff);
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
  update conversations set last_event_seq = c.seq + case when v_waiting is null then 2 else 1 end, last_message_at = p_now
  where workspace_uid = p_workspace and id = p_conversation;
  return json_build_object('outcome', 'accepted', 'replyId', coalesce(v_waiting, p_reply),
    'isNewReply', v_waiting is null, 'seq', c.seq, 'handoff', c.handoff);
end $$;
--> statement-breakpoint
-- Ends a reply: charges it (`p_amount` null: nothing was held), stores what it says and the closing event. Messages that joined
-- it after its prompt was made (`p_known` are those that stood in it) get a reply of their own, `p_next`. The lease is given
-- back unless another reply is owed. While a person holds the conversation none is. `p_result.handoff`, where there is one, is
-- what the agent tells when it asks for a person: `{eventId, payload, data}` of the outbox and the stream; it counts once, and
-- only where nobody was asked for yet.
create or replace function finish_reply(
  p_workspace text, p_conversation text, p_reply text, p_text text, p_result jsonb, p_amount bigint, p_feature text,
  p_event text, p_data jsonb, p_known text[], p_next text, p_queued jsonb, p_now timestamptz
) returns json language plpgsql as $$
declare
  v_seq bigint;
  v_handoff text;
  v_test boolean;
  v_asks boolean;
  v_late text[];
  v_owed boolean;
  v_charged bigint := 0;
  v_credits jsonb;
begin
  select last_event_seq, handoff, is_test into v_seq, v_handoff, v_test from conversations
  where workspace_uid = p_workspace and id = p_conversation for update;
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
