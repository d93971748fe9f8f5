-- Agents count while they are not in the trash.
create or replace function use_agent() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  if tg_op <> 'INSERT' and old.deleted_at is null then perform use_limit(old.workspace_uid, 'maxAgents', -1); end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then perform use_limit(new.workspace_uid, 'maxAgents', 1); end if;
  return null;
end $$;
