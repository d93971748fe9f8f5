CREATE TABLE "arrears" (
	"invoice_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"payer_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"told" integer DEFAULT 0 NOT NULL,
	"is_ending" boolean DEFAULT false NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "arrears_told" CHECK ("told" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"account" text,
	"id" text,
	"workspace_uid" text NOT NULL,
	"payer_id" text NOT NULL,
	"number" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"total" bigint NOT NULL,
	"subscription_id" text,
	"is_of_period" boolean NOT NULL,
	"page_url" text NOT NULL,
	"pdf_url" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "invoices_pkey" PRIMARY KEY("account","id")
);
--> statement-breakpoint
CREATE INDEX "arrears_workspace_uid_index" ON "arrears" ("workspace_uid");--> statement-breakpoint
CREATE INDEX "arrears_payer" ON "arrears" ("payer_id");--> statement-breakpoint
CREATE INDEX "arrears_of_subscription" ON "arrears" ("subscription_id") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "arrears_due" ON "arrears" ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_of_workspace" ON "invoices" ("workspace_uid","created_at","id","account");--> statement-breakpoint
CREATE INDEX "invoices_payer" ON "invoices" ("payer_id");--> statement-breakpoint
CREATE INDEX "invoices_of_subscription" ON "invoices" ("subscription_id") WHERE status = 'open';--> statement-breakpoint
ALTER TABLE "arrears" ADD CONSTRAINT "arrears_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "arrears" ADD CONSTRAINT "arrears_payer_id_payers_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "payers"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payer_id_payers_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "payers"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('invoices'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('arrears'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on invoices, arrears to app_tenant, app_system;
