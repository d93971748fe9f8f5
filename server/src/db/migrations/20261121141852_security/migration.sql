-- Two roles without login. Every transaction of the server takes one of them: app_tenant sees one workspace, app_system
-- (relay, schedules, look-ups by a secret) sees all. Neither owns a table nor may bypass row-level security.
do $$ begin create role app_tenant nologin nobypassrls; exception when duplicate_object or unique_violation then null; end $$;
--> statement-breakpoint
do $$ begin create role app_system nologin nobypassrls; exception when duplicate_object or unique_violation then null; end $$;
--> statement-breakpoint
do $$ begin execute format('grant app_tenant, app_system to %I', current_user); end $$;
--> statement-breakpoint
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists btree_gin;
--> statement-breakpoint
grant usage on schema public to app_tenant, app_system;
--> statement-breakpoint
grant select, insert, update, delete on all tables in schema public to app_tenant, app_system;
--> statement-breakpoint
grant usage on all sequences in schema public to app_tenant, app_system;
--> statement-breakpoint
-- People, their sessions and the rate windows belong to no tenant.
revoke all on users, sessions, accounts, verifications, rate_windows from app_tenant;
--> statement-breakpoint
revoke update, delete on credit_transfers, audit_entries from app_tenant, app_system;
--> statement-breakpoint
create function tenant_isolation(target regclass, tenant_column text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to app_tenant using (%I = current_setting(''app.workspace_uid'', true)) with check (%I = current_setting(''app.workspace_uid'', true))', target, tenant_column, tenant_column);
  execute format('create policy system on %s to app_system using (true) with check (true)', target);
end $$;
--> statement-breakpoint
do $$
declare target record;
begin
  for target in
    select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'workspace_uid' and t.table_type = 'BASE TABLE'
  loop
    perform tenant_isolation(target.table_name::regclass, 'workspace_uid');
  end loop;
  perform tenant_isolation('workspaces'::regclass, 'uid');
end $$;
--> statement-breakpoint
create index knowledge_chunks_lexemes on knowledge_chunks using gin (agent_id, lexemes);
--> statement-breakpoint
create index knowledge_terms_trigram on knowledge_terms using gin (agent_id, lexeme gin_trgm_ops);
