CREATE TABLE "conversation_facts" (
	"conversation_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"channel" text DEFAULT 'widget' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"visitor_messages" integer DEFAULT 0 NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"unknown_replies" integer DEFAULT 0 NOT NULL,
	"operator_messages" integer DEFAULT 0 NOT NULL,
	"first_response_ms" integer,
	"requested_at" timestamp(3) with time zone,
	"claimed_at" timestamp(3) with time zone,
	"is_ended" boolean DEFAULT false NOT NULL,
	"rating" smallint,
	"has_contact" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_facts" (
	"conversation_id" text,
	"reply_id" text,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"question_key" bigint NOT NULL,
	"is_unknown" boolean NOT NULL,
	"document_ids" text[] NOT NULL,
	CONSTRAINT "reply_facts_pkey" PRIMARY KEY("conversation_id","reply_id")
);
--> statement-breakpoint
grant select, insert, update, delete on conversation_facts, reply_facts to app_tenant, app_system;
--> statement-breakpoint
select tenant_isolation('conversation_facts'::regclass, 'workspace_uid'), tenant_isolation('reply_facts'::regclass, 'workspace_uid');
--> statement-breakpoint
-- Marks are named one by one, for what a letter is depends on the locale of the database. What differs beyond (accents, case
-- outside of ASCII) is joined by whoever reads.
create function question_key(p_question text) returns bigint language sql immutable parallel safe as $$
  select hashtextextended(btrim(regexp_replace(lower(p_question), E'[\\s!-/:-@\\[-`{-~¿¡…“”„«»‘’‚–—،؟؛。、！？·]+', ' ', 'g')), 0)
$$;
--> statement-breakpoint
create function epoch_ms(p_from timestamptz, p_to timestamptz) returns int language sql immutable parallel safe as $$
  select least(greatest(extract(epoch from p_to - p_from) * 1000, 0), 2147483647)::int
$$;
--> statement-breakpoint
-- Row-level security is forced: the owner of the tables sees none of their rows.
set role app_system;
--> statement-breakpoint
-- What was said before. When a person was asked for is known of open ones alone, and a claim by its first message.
insert into conversation_facts (
  conversation_id, workspace_uid, agent_id, started_at, visitor_messages, replies, unknown_replies, operator_messages,
  first_response_ms, requested_at, claimed_at, is_ended, rating, has_contact
)
select c.id, c.workspace_uid, c.agent_id, m.started_at, m.asked, m.answered, m.unknown, m.operated,
  epoch_ms(m.started_at, m.first_answer), case when c.handoff = 'waiting' then c.handoff_since end,
  coalesce(m.first_operator, case when c.handoff = 'held' then c.handoff_since end),
  coalesce(c.ended_at >= c.last_message_at, false), c.rating, c.contact_email is not null
from conversations c join (
  select conversation_id, min(created_at) filter (where role = 'visitor') as started_at,
    count(*) filter (where role = 'visitor') as asked,
    count(*) filter (where role = 'agent' and reply_at is not null) as answered,
    count(*) filter (where role = 'agent' and is_unknown) as unknown,
    count(*) filter (where role = 'operator') as operated,
    min(reply_at) as first_answer, min(created_at) filter (where role = 'operator') as first_operator
  from (
    select *, case when role = 'agent' and state in ('complete', 'stopped') and text <> '' and trace is not null then
      created_at + make_interval(secs => ((trace #>> '{stages,waitMs}')::float8 + (trace #>> '{stages,retrieveMs}')::float8
        + (trace #>> '{stages,firstTokenMs}')::float8) / 1000) end as reply_at
    from messages
  ) said group by conversation_id
) m on m.conversation_id = c.id
where not c.is_test and m.started_at is not null
on conflict do nothing;
--> statement-breakpoint
insert into reply_facts (conversation_id, reply_id, workspace_uid, agent_id, asked_at, question_key, is_unknown, document_ids)
select m.conversation_id, m.id, m.workspace_uid, m.agent_id, asked.at, question_key(asked.question), m.is_unknown,
  array(select distinct cited ->> 'documentId' from jsonb_array_elements(m.citations) cited)
from messages m
join conversation_facts f using (conversation_id)
join (
  select conversation_id, reply_id, string_agg(text, ' ' order by position) as question, max(created_at) as at
  from messages where role = 'visitor' and reply_id is not null group by conversation_id, reply_id
) asked on asked.conversation_id = m.conversation_id and asked.reply_id = m.id
where m.role = 'agent' and m.state in ('complete', 'stopped') and m.text <> '' and btrim(asked.question) <> ''
  and (m.trace ->> 'outcome') is distinct from 'smalltalk'
on conflict do nothing;
--> statement-breakpoint
reset role;
--> statement-breakpoint
CREATE INDEX "conversation_facts_workspace_uid_started_at_index" ON "conversation_facts" ("workspace_uid","started_at");
--> statement-breakpoint
CREATE INDEX "conversation_facts_agent_id_started_at_index" ON "conversation_facts" ("agent_id","started_at");
--> statement-breakpoint
CREATE INDEX "reply_facts_workspace_uid_asked_at_index" ON "reply_facts" ("workspace_uid","asked_at");
--> statement-breakpoint
CREATE INDEX "reply_facts_agent_id_asked_at_index" ON "reply_facts" ("agent_id","asked_at");
--> statement-breakpoint
CREATE INDEX "reply_facts_question" ON "reply_facts" ("workspace_uid","question_key","asked_at");
--> statement-breakpoint
CREATE INDEX "reply_facts_unknown" ON "reply_facts" ("workspace_uid","asked_at") WHERE is_unknown;
--> statement-breakpoint
-- From here on writers wait, for as long as it takes to hang the triggers up. What the version before stored since the look
-- back counts from its next message.
ALTER TABLE "conversations" ADD COLUMN "country" text DEFAULT '' NOT NULL;
--> statement-breakpoint
set role app_system;
--> statement-breakpoint
delete from conversation_facts where conversation_id not in (select id from conversations);
--> statement-breakpoint
delete from reply_facts where conversation_id not in (select id from conversations);
--> statement-breakpoint
reset role;
--> statement-breakpoint
ALTER TABLE "conversation_facts" ADD CONSTRAINT "conversation_facts_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "reply_facts" ADD CONSTRAINT "reply_facts_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;
--> statement-breakpoint
-- Who wrote: the first message of a visitor begins the row, with what already stands in the conversation.
create function note_message() returns trigger language plpgsql as $$
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
    case when c.handoff = 'waiting' then c.handoff_since end, case when c.handoff = 'held' then c.handoff_since end,
    c.rating, c.contact_email is not null
  from conversations c where c.id = new.conversation_id and not c.is_test
  on conflict (conversation_id) do update set
    visitor_messages = f.visitor_messages + 1, is_ended = false, started_at = least(f.started_at, excluded.started_at);
  return null;
end $$;
--> statement-breakpoint
create trigger note_message after insert on messages for each row
  when (new.role in ('visitor', 'operator')) execute function note_message();
--> statement-breakpoint
-- What was answered. A greeting answers nothing; a conversation without a row is a test.
create function note_reply() returns trigger language plpgsql as $$
declare
  asked record;
begin
  select string_agg(text, ' ' order by position) as question, max(created_at) as at into asked from messages
  where conversation_id = new.conversation_id and reply_id = new.id and role = 'visitor';
  if asked.at is null then return null; end if;
  update conversation_facts set
    replies = replies + 1,
    unknown_replies = unknown_replies + new.is_unknown::int,
    first_response_ms = coalesce(first_response_ms, epoch_ms(started_at, new.created_at) + round(
      (new.trace #>> '{stages,waitMs}')::numeric + (new.trace #>> '{stages,retrieveMs}')::numeric + (new.trace #>> '{stages,firstTokenMs}')::numeric
    )::int)
  where conversation_id = new.conversation_id;
  if not found or btrim(asked.question) = '' or new.trace ->> 'outcome' = 'smalltalk' then return null; end if;
  insert into reply_facts (conversation_id, reply_id, workspace_uid, agent_id, asked_at, question_key, is_unknown, document_ids)
  values (new.conversation_id, new.id, new.workspace_uid, new.agent_id, asked.at, question_key(asked.question), new.is_unknown,
    array(select distinct cited ->> 'documentId' from jsonb_array_elements(new.citations) cited))
  on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger note_new_reply after insert on messages for each row
  when (new.role = 'agent' and new.state in ('complete', 'stopped') and new.text <> '') execute function note_reply();
--> statement-breakpoint
create trigger note_reply after update of state on messages for each row
  when (new.role = 'agent' and new.state in ('complete', 'stopped') and old.state is distinct from new.state and new.text <> '')
  execute function note_reply();
--> statement-breakpoint
create function note_conversation() returns trigger language plpgsql as $$
begin
  update conversation_facts set
    requested_at = coalesce(requested_at, case when new.handoff = 'waiting' then new.handoff_since end),
    claimed_at = coalesce(claimed_at, case when new.handoff = 'held' then new.handoff_since end),
    rating = new.rating,
    has_contact = new.contact_email is not null,
    is_ended = coalesce(new.ended_at >= new.last_message_at, false)
  where conversation_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger note_conversation after update of handoff, rating, contact_email, ended_at on conversations for each row
  when (old.handoff is distinct from new.handoff or old.rating is distinct from new.rating
    or old.contact_email is distinct from new.contact_email or old.ended_at is distinct from new.ended_at)
  execute function note_conversation();
