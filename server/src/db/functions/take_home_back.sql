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
