CREATE TABLE "recharge_months" (
	"payer_id" text,
	"month" text,
	"workspace_uid" text NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"charged" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "recharge_months_pkey" PRIMARY KEY("payer_id","month"),
	CONSTRAINT "recharge_month" CHECK ("reserved" >= 0 and "charged" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recharge_settings" (
	"payer_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"threshold" integer NOT NULL,
	"amount" integer NOT NULL,
	"monthly_limit" integer,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone,
	"last_at" timestamp(3) with time zone,
	"was_above" boolean DEFAULT true NOT NULL,
	"paused_reason" text,
	"paused_fingerprint" text,
	"order_id" text,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"month" text,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "recharge_on_its_way" CHECK (("order_id" is null) = ("month" is null) and ("order_id" is not null or "reserved" = 0))
);
--> statement-breakpoint
CREATE INDEX "recharge_months_workspace_uid_payer_id_month_index" ON "recharge_months" ("workspace_uid","payer_id","month");--> statement-breakpoint
CREATE INDEX "recharge_settings_workspace_uid_index" ON "recharge_settings" ("workspace_uid");--> statement-breakpoint
CREATE INDEX "recharges_wanted" ON "recharge_settings" ("next_at") WHERE is_enabled and paused_reason is null and order_id is null;--> statement-breakpoint
CREATE INDEX "recharges_on_their_way" ON "recharge_settings" ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "recharges_paused" ON "recharge_settings" ("payer_id") WHERE paused_reason is not null;--> statement-breakpoint
ALTER TABLE "recharge_months" ADD CONSTRAINT "recharge_months_payer_id_payers_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "payers"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "recharge_months" ADD CONSTRAINT "recharge_months_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "recharge_settings" ADD CONSTRAINT "recharge_settings_payer_id_payers_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "payers"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "recharge_settings" ADD CONSTRAINT "recharge_settings_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('recharge_settings'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on recharge_settings to app_tenant, app_system;
--> statement-breakpoint
select tenant_isolation('recharge_months'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on recharge_months to app_tenant, app_system;
