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
