CREATE TABLE "notification_marks" (
	"notification_id" text,
	"person_id" text,
	"workspace_uid" text NOT NULL,
	"seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "notification_marks_pkey" PRIMARY KEY("notification_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"workspace_uid" text,
	"person_id" text,
	"notify_through" text NOT NULL,
	"notify_if" text NOT NULL,
	CONSTRAINT "notification_settings_pkey" PRIMARY KEY("workspace_uid","person_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"notification_level" integer NOT NULL,
	"kind" text NOT NULL,
	"values" jsonb NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"url_pathname" text NOT NULL,
	"notify_only" jsonb DEFAULT '[]' NOT NULL,
	"source" text NOT NULL,
	"ts" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" integer PRIMARY KEY,
	"public_key" text NOT NULL,
	"sealed" bytea NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"workspace_uid" text,
	"person_id" text,
	"endpoint" text,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY("workspace_uid","person_id","endpoint")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"delivery_id" text,
	"number" integer,
	"workspace_uid" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"endpoint" text NOT NULL,
	"status" integer,
	"ms" integer NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY("delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_status" integer,
	"next_attempt_at" timestamp(3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"workspace_uid" text PRIMARY KEY,
	"endpoint" text NOT NULL,
	"subscribed_events" jsonb NOT NULL,
	"sealed" bytea NOT NULL,
	"secret_last4" text NOT NULL,
	"previous_sealed" bytea,
	"previous_until" timestamp(3) with time zone,
	"paused_at" timestamp(3) with time zone,
	"pause_reason" text,
	"failing_since" timestamp(3) with time zone,
	"mailed_on" date,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD COLUMN "last_grant" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD COLUMN "warned_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "ended_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "conversations_open" ON "conversations" ("last_message_at") WHERE not is_test and (ended_at is null or ended_at < last_message_at);--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_workspace_uid_source_index" ON "notifications" ("workspace_uid","source");--> statement-breakpoint
CREATE INDEX "notifications_workspace_uid_notification_level_ts_index" ON "notifications" ("workspace_uid","notification_level","ts");--> statement-breakpoint
CREATE INDEX "notifications_ts_index" ON "notifications" ("ts");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_workspace_uid_event_id_index" ON "webhook_deliveries" ("workspace_uid","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_workspace_uid_created_at_id_index" ON "webhook_deliveries" ("workspace_uid","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_at_index" ON "webhook_deliveries" ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("workspace_uid","next_attempt_at") WHERE state = 'pending';--> statement-breakpoint
ALTER TABLE "notification_marks" ADD CONSTRAINT "notification_marks_notification_id_notifications_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
grant select, insert, update, delete on webhook_endpoints, webhook_deliveries, webhook_attempts, notifications, notification_marks, notification_settings, push_subscriptions to app_tenant, app_system;
--> statement-breakpoint
grant select, insert on push_keys to app_system;
--> statement-breakpoint
do $$
declare target text;
begin
  foreach target in array array['webhook_endpoints', 'webhook_deliveries', 'webhook_attempts', 'notifications', 'notification_marks', 'notification_settings', 'push_subscriptions'] loop
    perform tenant_isolation(target::regclass, 'workspace_uid');
  end loop;
end $$;
--> statement-breakpoint
-- Row-level security is forced: the owner of the tables sees none of their rows.
set role app_system;
--> statement-breakpoint
-- Conversations that were over before anybody listened are not told of now.
update conversations set ended_at = last_message_at where last_message_at < now() - interval '30 minutes';
--> statement-breakpoint
update credit_accounts account set last_grant = grants.amount
from (
  select distinct on (workspace_uid) workspace_uid, amount from credit_transfers
  where debit_account = 'platform:grants' order by workspace_uid, created_at desc
) grants
where grants.workspace_uid = account.workspace_uid;
--> statement-breakpoint
reset role;
--> statement-breakpoint
-- As before, and a grant begins the warnings anew.
create or replace function credit_grant(p_workspace text, p_id text, p_amount bigint, p_feature text) returns text language plpgsql as $$
begin
  insert into credit_transfers (workspace_uid, id, debit_account, credit_account, amount, kind)
  values (p_workspace, 'grant:' || p_id, 'platform:grants', 'workspace:' || p_workspace, p_amount, p_feature)
  on conflict (workspace_uid, id) do nothing;
  if not found then
    perform from credit_transfers
    where workspace_uid = p_workspace and id = 'grant:' || p_id and amount = p_amount and kind = p_feature;
    return case when found then 'existing' else 'mismatch' end;
  end if;
  insert into usage_entries (workspace_uid, id, amount, direction, caused_by, feature_key)
  values (p_workspace, 'grant:' || p_id, p_amount, 'increase', 'feature', p_feature);
  insert into credit_accounts (id, workspace_uid, balance, last_grant) values ('workspace:' || p_workspace, p_workspace, p_amount, p_amount)
  on conflict (id) do update
  set balance = credit_accounts.balance + excluded.balance, last_grant = excluded.last_grant, warned_percent = 0;
  return 'new';
end $$;
--> statement-breakpoint
-- How much of the last grant is used, as the highest threshold that was passed: 0, 50, 75, 90 or 100 (less than one credit left).
create function credit_used_percent(account credit_accounts) returns integer language sql immutable as $$
  select case
    when account.last_grant <= 0 then 0
    when account.balance < 1000000 then 100
    when account.balance * 10 <= account.last_grant then 90
    when account.balance * 4 <= account.last_grant then 75
    when account.balance * 2 <= account.last_grant then 50
    else 0
  end
$$;
--> statement-breakpoint
-- Takes the warning that is due, once: its percentage, or null where none is.
create function credit_take_warning(p_workspace text) returns integer language sql as $$
  update credit_accounts account set warned_percent = credit_used_percent(account)
  where id = 'workspace:' || p_workspace and workspace_uid = p_workspace and credit_used_percent(account) > warned_percent
  returning warned_percent
$$;
