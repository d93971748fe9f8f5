-- Puts a table under row-level security: a tenant sees the rows of its workspace, the system all. Migrations of new tables call it.
create or replace function tenant_isolation(target regclass, tenant_column text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to app_tenant using (%I = current_setting(''app.workspace_uid'', true)) with check (%I = current_setting(''app.workspace_uid'', true))', target, tenant_column, tenant_column);
  execute format('create policy system on %s to app_system using (true) with check (true)', target);
  perform home_isolation(target, tenant_column);
end $$;
