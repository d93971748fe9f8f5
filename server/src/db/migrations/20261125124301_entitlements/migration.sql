CREATE TABLE "limit_uses" (
	"workspace_uid" text,
	"key" text,
	"used" bigint DEFAULT 0 NOT NULL,
	"max" bigint,
	"over_since" timestamp(3) with time zone,
	CONSTRAINT "limit_uses_pkey" PRIMARY KEY("workspace_uid","key"),
	CONSTRAINT "limit_used" CHECK ("used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "workspace_plans" (
	"workspace_uid" text PRIMARY KEY,
	"plan_key" text DEFAULT 'free' NOT NULL,
	"addons" jsonb DEFAULT '{}' NOT NULL,
	"custom" jsonb DEFAULT '{}' NOT NULL,
	"trial_ends_at" timestamp(3) with time zone,
	"terms" text DEFAULT '' NOT NULL,
	"changes_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "limit_uses_over" ON "limit_uses" ("over_since") WHERE over_since is not null;--> statement-breakpoint
CREATE INDEX "workspace_plans_terms_index" ON "workspace_plans" ("terms");--> statement-breakpoint
CREATE INDEX "workspace_plans_changes_at_index" ON "workspace_plans" ("changes_at");--> statement-breakpoint
ALTER TABLE "workspace_plans" ADD CONSTRAINT "workspace_plans_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;
--> statement-breakpoint
-- Counts what is used of a limit of a plan, less with a negative `n`. Its row is the queue of whoever adds: who asks afterwards whether
-- it is too much sees what the others did. Of a workspace that is being erased there is no row left to count on.
create or replace function use_limit(uid text, what text, n bigint) returns void language plpgsql as $$
begin
  if n > 0 then
    insert into limit_uses as u (workspace_uid, key, used) values (uid, what, n)
    on conflict (workspace_uid, key) do update set used = u.used + n,
      over_since = case when u.max is null or u.used + n <= u.max then null else coalesce(u.over_since, now()) end;
  elsif n < 0 then
    update limit_uses u set used = u.used + n, over_since = case when u.max is null or u.used + n <= u.max then null else u.over_since end
    where u.workspace_uid = uid and u.key = what;
  end if;
end $$;
--> statement-breakpoint
-- Agents count while they are not in the trash.
create or replace function use_agent() returns trigger language plpgsql as $$
begin
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
  perform use_limit(case when tg_op = 'DELETE' then old.workspace_uid else new.workspace_uid end, 'maxKbDocsCharCount', after - before);
  return null;
end $$;
--> statement-breakpoint
-- Counts the rows of a table on the limit that the trigger names.
create or replace function use_seat() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform use_limit(new.workspace_uid, tg_argv[0], 1);
  else perform use_limit(old.workspace_uid, tg_argv[0], -1);
  end if;
  return null;
end $$;
--> statement-breakpoint
select tenant_isolation('workspace_plans'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('limit_uses'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on workspace_plans, limit_uses to app_tenant, app_system;
--> statement-breakpoint
create trigger use_seat after insert or delete on clients for each row execute function use_seat('clientSeats');
--> statement-breakpoint
create trigger use_seat after insert or delete on workspace_members for each row execute function use_seat('workspaceSeats');
--> statement-breakpoint
create trigger use_agent after insert or delete or update of deleted_at on agents for each row execute function use_agent();
--> statement-breakpoint
create trigger use_document after insert or delete or update of chars, kind on knowledge_documents for each row execute function use_document();
--> statement-breakpoint
set role app_system;
--> statement-breakpoint
-- Terms that nobody wrote by: the first run of the job writes what they allow.
insert into workspace_plans (workspace_uid, custom, trial_ends_at)
select w.uid, case when w.workspace_seats = 0 then '{}'::jsonb else jsonb_build_object('workspaceSeats', w.workspace_seats) end,
  case when w.is_agency then p.whitelabel_trial_ends_at end
from workspaces w left join user_profiles p on p.user_id = w.owner_user_id;
--> statement-breakpoint
insert into limit_uses (workspace_uid, key, used, max)
select w.uid, 'workspaceSeats', (select count(*) from workspace_members m where m.workspace_uid = w.uid), 3 + w.workspace_seats from workspaces w;
--> statement-breakpoint
insert into limit_uses (workspace_uid, key, used)
select workspace_uid, 'clientSeats', count(*) from clients group by 1
union all select workspace_uid, 'maxAgents', count(*) from agents where deleted_at is null group by 1
union all select workspace_uid, 'maxKbDocsCharCount', sum(chars) from knowledge_documents where kind not in ('sitemap', 'crawl') group by 1;
--> statement-breakpoint
reset role;
