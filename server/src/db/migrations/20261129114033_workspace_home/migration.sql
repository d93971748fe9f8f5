CREATE SEQUENCE "public"."workspace_moves" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "workspace_home" (
	"workspace_uid" text PRIMARY KEY,
	"epoch" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'here' NOT NULL,
	"mover" text,
	"moving_until" timestamp(3) with time zone,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- The last conversation of a person at a provider was erased: what is known of them goes with it, unless they write at this moment.
create or replace function forget_channel_thread() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  -- What a simulated phone showed of it, and of what else was said there.
  delete from simulated_lines l where l.workspace_uid = old.workspace_uid and l.thread_id = old.thread_id;
  delete from channel_threads t
  where t.workspace_uid = old.workspace_uid and t.id = old.thread_id
    and not exists (select from channel_conversations c where c.thread_id = t.id)
    and not exists (select from channel_inbox i where i.workspace_uid = t.workspace_uid and i.thread_id = t.id and i.payload is not null);
  return null;
end $$;
--> statement-breakpoint
-- Whether jobs may change rows of the workspace here; asked by the policies of `home_isolation`, where a move was ever begun.
create or replace function is_home(p_workspace text) returns boolean language plpgsql stable as $$
begin
  return not exists (select from workspace_home where workspace_uid = p_workspace and state in ('moving', 'arriving', 'away'));
end $$;
--> statement-breakpoint
-- What the system writes are rows of workspaces that are here: of one that moves, jobs neither claim nor change nor add any. Reading stays as it
-- is, since look-ups go on meanwhile, and since a condition of the policy would keep operators that are not leak-proof out of the indexes.
-- app_mover, which only a move takes, copies and deletes rows of the one workspace that it has set.
create or replace function home_isolation(target regclass, tenant_column text) returns void language plpgsql as $$
declare
  v_is_here text := format('pg_sequence_last_value(''workspace_moves'') is null or is_home(%I)', tenant_column);
  v_is_own text := format('%I = current_setting(''app.workspace_uid'', true)', tenant_column);
begin
  execute format('grant select, insert, delete on %s to app_mover', target);
  execute format('create policy mover on %s to app_mover using (%s) with check (%s)', target, v_is_own, v_is_own);
  if target = 'workspace_home'::regclass then return; end if;
  execute format('create policy home_insert on %s as restrictive for insert to app_system with check (%s)', target, v_is_here);
  execute format('create policy home_update on %s as restrictive for update to app_system using (%s)', target, v_is_here);
  execute format('create policy home_delete on %s as restrictive for delete to app_system using (%s)', target, v_is_here);
end $$;
--> statement-breakpoint
-- Ends a move that did not go on in time. Runs as app_system, since no tenant may say where it is. False where another does it just now.
create or replace function take_home_back(p_workspace text) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from workspace_home
  where workspace_uid = p_workspace and workspace_uid = current_setting('app.workspace_uid', true)
    and state = 'moving' and moving_until <= clock_timestamp()
  for update skip locked;
  if not found then return false; end if;
  update workspace_home set state = 'here', mover = null, moving_until = null, changed_at = clock_timestamp() where workspace_uid = p_workspace;
  return true;
end $$;
--> statement-breakpoint
grant create on schema public to app_system;
--> statement-breakpoint
alter function take_home_back(text) owner to app_system;
--> statement-breakpoint
revoke create on schema public from app_system;
--> statement-breakpoint
revoke all on function take_home_back(text) from public;
--> statement-breakpoint
grant execute on function take_home_back(text) to app_tenant, app_system;
--> statement-breakpoint
-- Whether a workspace is in this database, asked with its scope: `here`, `moving` (then this transaction only reads) or `away`. While it moves, a
-- function that only reads may be called: `here` is answered to whoever asks for one. A move that has come to nothing is ended by whoever asks
-- next, but on a replica. Called where a move was ever begun (`workspace_moves`).
create or replace function home_of(p_workspace text, p_function text default null) returns text language plpgsql as $$
declare
  v_home workspace_home;
begin
  select * into v_home from workspace_home where workspace_uid = p_workspace;
  if not found or v_home.state = 'here' then return 'here'; end if;
  if v_home.state <> 'moving' then return 'away'; end if;
  if v_home.moving_until <= clock_timestamp() and not pg_is_in_recovery() and take_home_back(p_workspace) then return 'here'; end if;
  perform set_config('transaction_read_only', 'on', true);
  return case when (select provolatile <> 'v' from pg_proc where oid = p_function::regproc) then 'here' else 'moving' end;
end $$;
--> statement-breakpoint
-- Bytes of a workspace's files, by what they are for. Its row is the queue of whoever adds: who counted sees what others did.
create or replace function note_added_files() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  insert into file_totals as t (workspace_uid, purpose, bytes)
  select workspace_uid, case when is_recording then 'recording' when conversation_id is not null then 'visitor' when agent_id is not null then 'document' else 'other' end, sum(bytes)
  from added group by 1, 2 order by 1, 2
  on conflict (workspace_uid, purpose) do update set bytes = t.bytes + excluded.bytes;
  return null;
end $$;
--> statement-breakpoint
-- Who wrote: the first message of a visitor begins the row, with what already stands in the conversation.
create or replace function note_message() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
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
-- As `note_added_files`, of what is deleted.
create or replace function note_removed_files() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  update file_totals t set bytes = t.bytes - gone.bytes
  from (
    select workspace_uid, case when is_recording then 'recording' when conversation_id is not null then 'visitor' when agent_id is not null then 'document' else 'other' end as purpose,
      sum(bytes) as bytes
    from removed group by 1, 2
  ) gone
  where t.workspace_uid = gone.workspace_uid and t.purpose = gone.purpose;
  return null;
end $$;
--> statement-breakpoint
-- What was answered. A greeting answers nothing; a conversation without a row is a test.
create or replace function note_reply() returns trigger language plpgsql as $$
declare
  asked record;
  told jsonb;
begin
  if current_user = 'app_mover' then return null; end if;
  select string_agg(text, ' ' order by position) as question, max(created_at) as at into asked from messages
  where conversation_id = new.conversation_id and reply_id = new.id and role = 'visitor';
  if asked.at is null then return null; end if;
  select trace into told from reply_traces where conversation_id = new.conversation_id and message_id = new.id;
  update conversation_facts set
    replies = replies + 1,
    unknown_replies = unknown_replies + new.is_unknown::int,
    first_response_ms = coalesce(first_response_ms, epoch_ms(started_at, new.created_at) + round(
      (told #>> '{stages,waitMs}')::numeric + (told #>> '{stages,retrieveMs}')::numeric + (told #>> '{stages,firstTokenMs}')::numeric
    )::int)
  where conversation_id = new.conversation_id;
  if not found or btrim(asked.question) = '' or told ->> 'outcome' = 'smalltalk' then return null; end if;
  insert into reply_facts (conversation_id, reply_id, workspace_uid, agent_id, asked_at, question_key, is_unknown, document_ids)
  values (new.conversation_id, new.id, new.workspace_uid, new.agent_id, asked.at, question_key(asked.question), new.is_unknown,
    array(select distinct cited ->> 'documentId' from jsonb_array_elements(new.citations) cited))
  on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
-- Puts a table under row-level security: a tenant sees the rows of its workspace, the system all. Migrations of new tables call it.
create or replace function tenant_isolation(target regclass, tenant_column text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to app_tenant using (%I = current_setting(''app.workspace_uid'', true)) with check (%I = current_setting(''app.workspace_uid'', true))', target, tenant_column, tenant_column);
  execute format('create policy system on %s to app_system using (true) with check (true)', target);
  perform home_isolation(target, tenant_column);
end $$;
--> statement-breakpoint
-- Agents count while they are not in the trash.
create or replace function use_agent() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  if tg_op <> 'INSERT' and old.deleted_at is null then perform use_limit(old.workspace_uid, 'maxAgents', -1); end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then perform use_limit(new.workspace_uid, 'maxAgents', 1); end if;
  return null;
end $$;
--> statement-breakpoint
-- Characters of knowledge. A sitemap and a crawl show the sum of their pages, which are counted themselves.
create or replace function use_document() returns trigger language plpgsql as $$
declare
  before bigint := case when tg_op = 'INSERT' or old.kind in ('sitemap', 'crawl') then 0 else old.chars end;
  after bigint := case when tg_op = 'DELETE' or new.kind in ('sitemap', 'crawl') then 0 else new.chars end;
begin
  if current_user = 'app_mover' then return null; end if;
  perform use_limit(case when tg_op = 'DELETE' then old.workspace_uid else new.workspace_uid end, 'maxKbDocsCharCount', after - before);
  return null;
end $$;
--> statement-breakpoint
-- Counts the rows of a table on the limit that the trigger names.
create or replace function use_seat() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  if tg_op = 'INSERT' then perform use_limit(new.workspace_uid, tg_argv[0], 1);
  else perform use_limit(old.workspace_uid, tg_argv[0], -1);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- A message of the agent, of a person or of the transcript that has ended: where its conversation is held at a provider, whoever
-- works on that thread looks again.
create or replace function wake_channel() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  update channel_threads t set due_at = least(t.due_at, clock_timestamp()), wakes = t.wakes + 1
  from channel_conversations c
  where c.conversation_id = new.conversation_id and t.id = c.thread_id;
  return null;
end $$;
--> statement-breakpoint
-- A third role without login, which only the move of a workspace takes.
do $$ begin create role app_mover nologin nobypassrls; exception when duplicate_object or unique_violation then null; end $$;
--> statement-breakpoint
do $$ begin execute format('grant app_mover to %I', current_user); end $$;
--> statement-breakpoint
grant usage on schema public to app_mover;
--> statement-breakpoint
grant usage on all sequences in schema public to app_mover;
--> statement-breakpoint
grant usage on sequence workspace_moves to app_tenant, app_system;
--> statement-breakpoint
select tenant_isolation('workspace_home'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select on workspace_home to app_tenant;
--> statement-breakpoint
grant select, insert, update, delete on workspace_home to app_system;
--> statement-breakpoint
do $$
declare target record;
begin
  for target in
    select polrelid::regclass as name, case when polrelid = 'workspaces'::regclass then 'uid' else 'workspace_uid' end as tenant
    from pg_policy where polname = 'system' and polrelid <> 'workspace_home'::regclass
    -- Those first with which a turn and a charge begin: behind them nobody waits who holds another table, so that none waits for the other.
    order by polrelid = 'conversations'::regclass desc, polrelid = 'credit_holds'::regclass desc, polrelid
  loop
    perform home_isolation(target.name, target.tenant);
  end loop;
end $$;
