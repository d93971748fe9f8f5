CREATE TABLE "agency_plan_prices" (
	"account" text,
	"price_id" text,
	"workspace_uid" text NOT NULL,
	"plan_id" text NOT NULL,
	"credits" integer NOT NULL,
	"unit_amount" integer NOT NULL,
	"retired_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agency_plan_prices_pkey" PRIMARY KEY("account","price_id"),
	CONSTRAINT "price_is_paid" CHECK ("unit_amount" > 0 and "credits" > 0)
);
--> statement-breakpoint
CREATE TABLE "agency_plans" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"place" integer NOT NULL,
	"name" text NOT NULL,
	"credits" integer NOT NULL,
	"features" jsonb NOT NULL,
	"is_popular" boolean NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"price_id" text,
	"archived_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connect_accounts" (
	"workspace_uid" text PRIMARY KEY,
	"account_id" text UNIQUE,
	"attempt" integer DEFAULT 1 NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"takes_cards" boolean DEFAULT false NOT NULL,
	"pays_out" boolean DEFAULT false NOT NULL,
	"extra_micro_usd" integer DEFAULT 3000 NOT NULL,
	"allow_plans" boolean DEFAULT true NOT NULL,
	"priced_at" timestamp(3) with time zone,
	"disconnected_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "agency_plan_prices_same" ON "agency_plan_prices" ("plan_id","account","credits","unit_amount");--> statement-breakpoint
CREATE INDEX "agency_plan_prices_workspace_uid_plan_id_index" ON "agency_plan_prices" ("workspace_uid","plan_id");--> statement-breakpoint
CREATE INDEX "agency_plans_workspace_uid_place_index" ON "agency_plans" ("workspace_uid","place");--> statement-breakpoint
ALTER TABLE "agency_plan_prices" ADD CONSTRAINT "agency_plan_prices_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "agency_plan_prices" ADD CONSTRAINT "agency_plan_prices_plan_id_agency_plans_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "agency_plans"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "agency_plans" ADD CONSTRAINT "agency_plans_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "connect_accounts" ADD CONSTRAINT "connect_accounts_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('connect_accounts'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('agency_plans'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('agency_plan_prices'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on connect_accounts, agency_plans, agency_plan_prices to app_tenant, app_system;
