DROP INDEX "messages_conversation_id_position_index";--> statement-breakpoint
DROP INDEX "messages_owed";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "messages_workspace_uid_conversation_id_position_index" ON "messages" ("workspace_uid","conversation_id","position");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "messages_owed_of_conversation" ON "messages" ("conversation_id") WHERE state in ('queued', 'streaming');
--> statement-breakpoint
-- A visit with one page more: the newest 20 stay, and the same page twice in a row is one. Stable, as what it calls is: else it would be planned
-- with each call instead of with the statement that calls it.
create or replace function with_page(p_visit jsonb, p_page jsonb) returns jsonb language sql stable as $$
  select case
    when p_page is null or p_visit #>> '{pages,-1,url}' = p_page ->> 'url' then p_visit
    else coalesce(p_visit, '{"referrer":"","device":null,"timeZone":""}') || jsonb_build_object('pages',
      case when jsonb_array_length(p_visit -> 'pages') >= 20 then (p_visit -> 'pages') - 0 else coalesce(p_visit -> 'pages', '[]') end
      || jsonb_build_array(p_page))
  end
$$;
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
  from conversations c where c.workspace_uid = new.workspace_uid and c.id = new.conversation_id and not c.is_test
  on conflict (conversation_id) do update set
    visitor_messages = f.visitor_messages + 1, is_ended = false, started_at = least(f.started_at, excluded.started_at);
  return null;
end $$;
--> statement-breakpoint
-- Counts one request against each window (key, start, most): true, or false and nothing written where one is seen to be full.
-- Rows are taken in the order of their keys, so that no two requests wait for each other. Another request may fill a window
-- between the look and the write: then it raises AR001, for the rest of this one must not count either. A count may be lost
-- in a crash; that is worth no wait for the disk. The look is planned once a connection: with each request it cost more than the rest.
create or replace function take_rates(p_workspace text, p_keys text[], p_starts timestamptz[], p_most int[]) returns json language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare v_taken int;
begin
  perform set_config('synchronous_commit', 'off', true);
  if exists (
    select from unnest(p_keys, p_starts, p_most) as w (key, start, most)
    join rate_windows f on f.key = w.key and f.window_start = w.start where f.used >= w.most
  ) then return 'false'; end if;
  insert into rate_windows as r (key, window_start, used)
  select w.key, w.start, 1 from unnest(p_keys, p_starts) as w (key, start) order by w.key
  on conflict (key, window_start) do update set used = r.used + 1
  where r.used < p_most[array_position(p_keys, excluded.key)];
  get diagnostics v_taken = row_count;
  if v_taken < cardinality(p_keys) then
    raise exception 'a window filled meanwhile' using errcode = 'AR001';
  end if;
  return 'true';
end $$;
