-- Ids of the workspace's conversations with a message that fits the pattern of ILIKE; null where the index does not serve: three letters in a
-- row make one entry of it, and a database whose locale knows ASCII alone takes no others for letters. Null also where more than
-- `p_most` messages fit. ILIKE is not leak-proof: under row-level security the index would not be used, so this runs as app_system
-- and compares the workspace itself.
create or replace function find_said(p_pattern text, p_most int) returns json
language plpgsql stable security definer
set search_path = public, pg_temp
set enable_seqscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_ids json;
  v_found int;
begin
  if p_pattern !~ '[[:alnum:]]{3}' or (p_pattern ~ '[^\x01-\x7f]' and lower(U&'\00C4') <> U&'\00E4') then return null; end if;
  select json_agg(distinct said.conversation_id), count(*) into v_ids, v_found from (
    select m.conversation_id from messages m
    where m.workspace_uid = current_setting('app.workspace_uid', true) and m.text <> '' and m.text ilike p_pattern
    limit p_most + 1
  ) said;
  return case when v_found <= p_most then coalesce(v_ids, '[]') end;
end $$;
--> statement-breakpoint
grant create on schema public to app_system;
--> statement-breakpoint
alter function find_said(text, int) owner to app_system;
--> statement-breakpoint
revoke create on schema public from app_system;
--> statement-breakpoint
revoke all on function find_said(text, int) from public;
--> statement-breakpoint
grant execute on function find_said(text, int) to app_tenant, app_system;
