CREATE TABLE "org_subscriptions" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"org_id" text NOT NULL,
	"payer_id" text NOT NULL,
	"account" text NOT NULL,
	"plan_id" text NOT NULL,
	"price_id" text NOT NULL,
	"credits" integer NOT NULL,
	"unit_amount" integer NOT NULL,
	"status" text NOT NULL,
	"period_start" timestamp(3) with time zone NOT NULL,
	"period_end" timestamp(3) with time zone NOT NULL,
	"cancels_at" timestamp(3) with time zone,
	"past_due_since" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "arrears" ADD COLUMN "account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "checkout" jsonb;--> statement-breakpoint
CREATE INDEX "org_subscriptions_workspace_uid_id_index" ON "org_subscriptions" ("workspace_uid","id");--> statement-breakpoint
CREATE INDEX "org_subscriptions_org" ON "org_subscriptions" ("org_id");--> statement-breakpoint
CREATE INDEX "org_subscriptions_payer" ON "org_subscriptions" ("payer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "org_subscriptions_live" ON "org_subscriptions" ("payer_id") WHERE status in ('active', 'past_due', 'unpaid');--> statement-breakpoint
ALTER TABLE "org_subscriptions" ADD CONSTRAINT "org_subscriptions_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "org_subscriptions" ADD CONSTRAINT "org_subscriptions_org_id_orgs_id_fkey" FOREIGN KEY ("org_id") REFERENCES "orgs"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "org_subscriptions" ADD CONSTRAINT "org_subscriptions_payer_id_payers_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "payers"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('org_subscriptions'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on org_subscriptions to app_tenant, app_system;
