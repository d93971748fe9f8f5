CREATE TABLE "simulated_lines" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"connection_id" text NOT NULL,
	"thread_id" text NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"buttons" jsonb DEFAULT '[]' NOT NULL,
	"file" jsonb,
	"choice_id" text,
	"note" text,
	"state" text DEFAULT 'sent' NOT NULL,
	"provider_id" text DEFAULT '' NOT NULL,
	"ref" text DEFAULT '' NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulated_phones" (
	"connection_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"is_token_dead" boolean DEFAULT false NOT NULL,
	"is_window_over" boolean DEFAULT false NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"typing_until" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "channel_connections" ADD COLUMN "is_simulated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "is_simulated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "simulated_lines_connection_id_number_index" ON "simulated_lines" ("connection_id","number");--> statement-breakpoint
CREATE INDEX "simulated_lines_workspace_uid_connection_id_created_at_id_index" ON "simulated_lines" ("workspace_uid","connection_id","created_at","id");--> statement-breakpoint
CREATE INDEX "simulated_lines_workspace_uid_thread_id_index" ON "simulated_lines" ("workspace_uid","thread_id");--> statement-breakpoint
CREATE INDEX "simulated_lines_thread_id_index" ON "simulated_lines" ("thread_id");--> statement-breakpoint
CREATE INDEX "simulated_lines_created_at_index" ON "simulated_lines" ("created_at");--> statement-breakpoint
CREATE INDEX "simulated_phones_workspace_uid_connection_id_index" ON "simulated_phones" ("workspace_uid","connection_id");--> statement-breakpoint
ALTER TABLE "simulated_lines" ADD CONSTRAINT "simulated_lines_connection_id_channel_connections_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "channel_connections"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "simulated_lines" ADD CONSTRAINT "simulated_lines_thread_id_channel_threads_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "channel_threads"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "simulated_phones" ADD CONSTRAINT "simulated_phones_connection_id_channel_connections_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "channel_connections"("id") ON DELETE CASCADE;
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
  select agent_id, is_test, is_simulated, environment, last_event_seq as seq, handoff, coalesce(lease_until > clock_timestamp(), false) as is_leased into c from conversations
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
  from agents a left join agent_versions v on v.agent_id = a.id
    and v.number = case c.environment when 'staging' then coalesce(a.staging_version, a.published_version) else a.published_version end
  where a.workspace_uid = p_workspace and a.id = c.agent_id and a.deleted_at is null;
  if not found then return json_build_object('outcome', 'not_found'); end if;
  if not c.is_test and c.handoff = 'bot' then
    if agent.number is null then return json_build_object('outcome', 'not_published'); end if;
    if c.is_simulated then null;
    elsif not count_message(p_workspace, c.agent_id, to_char(p_now at time zone 'UTC', 'YYYY-MM'), agent.messages_limit) then
      return json_build_object('outcome', 'limit');
    end if;
    if not c.is_simulated then
      insert into agent_daily_counts as d (agent_id, workspace_uid, day, messages)
      values (c.agent_id, p_workspace, to_char(p_now at time zone 'UTC', 'YYYY-MM-DD'), 1)
      on conflict (agent_id, day) do update set messages = d.messages + 1;
    end if;
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
-- The last conversation of a person at a provider was erased: what is known of them goes with it, unless they write at this moment.
create or replace function forget_channel_thread() returns trigger language plpgsql as $$
begin
  -- What a simulated phone showed of it, and of what else was said there.
  delete from simulated_lines l where l.workspace_uid = old.workspace_uid and l.thread_id = old.thread_id;
  delete from channel_threads t
  where t.workspace_uid = old.workspace_uid and t.id = old.thread_id
    and not exists (select from channel_conversations c where c.thread_id = t.id)
    and not exists (select from channel_inbox i where i.workspace_uid = t.workspace_uid and i.thread_id = t.id and i.payload is not null);
  return null;
end $$;
--> statement-breakpoint
-- Who wrote: the first message of a visitor begins the row, with what already stands in the conversation.
create or replace function note_message() returns trigger language plpgsql as $$
begin
  if new.role = 'operator' then
    update conversation_facts set
      operator_messages = operator_messages + 1,
      first_response_ms = coalesce(first_response_ms, epoch_ms(started_at, new.created_at))
    where conversation_id = new.conversation_id;
    return null;
  end if;
  insert into conversation_facts as f (
    conversation_id, workspace_uid, agent_id, country, started_at, visitor_messages, requested_at, claimed_at, rating, has_contact
  )
  select c.id, c.workspace_uid, c.agent_id, c.country, new.created_at, 1,
    coalesce(
      case when c.handoff = 'waiting' then c.handoff_since end,
      (select i.opened_at from inbox_items i where i.workspace_uid = c.workspace_uid and i.conversation_id = c.id and i.operator is null)
    ),
    case when c.handoff = 'held' then c.handoff_since end,
    c.rating, c.contact_email is not null
  from conversations c where c.workspace_uid = new.workspace_uid and c.id = new.conversation_id and not c.is_test and not c.is_simulated
  on conflict (conversation_id) do update set
    visitor_messages = f.visitor_messages + 1, is_ended = false, started_at = least(f.started_at, excluded.started_at);
  return null;
end $$;

--> statement-breakpoint
select tenant_isolation('simulated_phones'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('simulated_lines'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on simulated_phones, simulated_lines to app_tenant, app_system;
--> statement-breakpoint
-- There it said that a message had not reached them. From now on it says that they do not want any.
update channel_threads t set is_reachable = true from channel_connections c
where c.id = t.connection_id and c.provider in ('whatsapp', 'messenger', 'instagram') and not t.is_reachable;
