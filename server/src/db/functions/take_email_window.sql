-- All tenants share a recipient's window, but none may look at it: a tenant's transaction counts through this function, which
-- runs as the owner of the table and tells only whether there was room.
create or replace function take_email_window(window_key text, starts timestamptz, used_max integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into email_windows as w (key, window_start, used) values (window_key, starts, 1)
  on conflict (key, window_start) do update set used = w.used + 1 where w.used < used_max;
  return found;
end $$;
--> statement-breakpoint
revoke all on function take_email_window(text, timestamptz, integer) from public;
--> statement-breakpoint
grant execute on function take_email_window(text, timestamptz, integer) to app_tenant, app_system;
