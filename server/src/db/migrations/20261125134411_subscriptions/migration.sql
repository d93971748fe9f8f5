CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"payer_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"period_start" timestamp(3) with time zone NOT NULL,
	"period_end" timestamp(3) with time zone NOT NULL,
	"cancels_at" timestamp(3) with time zone,
	"past_due_since" timestamp(3) with time zone,
	"items" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "subscriptions_workspace_uid_id_index" ON "subscriptions" ("workspace_uid","id");--> statement-breakpoint
CREATE INDEX "subscriptions_payer" ON "subscriptions" ("payer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_live" ON "subscriptions" ("payer_id") WHERE status in ('active', 'past_due', 'unpaid');--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_payer_id_payers_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "payers"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('subscriptions'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on subscriptions to app_tenant, app_system;
