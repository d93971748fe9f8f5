CREATE TABLE "reversals" (
	"account" text,
	"charge_id" text,
	"workspace_uid" text NOT NULL,
	"payer_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reversed" bigint NOT NULL,
	"dispute" text,
	"unblocked_at" timestamp(3) with time zone,
	"credits_taken" bigint DEFAULT 0 NOT NULL,
	"moves" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reversals_pkey" PRIMARY KEY("account","charge_id"),
	CONSTRAINT "reversed_of_amount" CHECK ("reversed" between 0 and "amount")
);
--> statement-breakpoint
CREATE INDEX "reversals_workspace_uid_invoice_id_index" ON "reversals" ("workspace_uid","invoice_id");--> statement-breakpoint
CREATE INDEX "reversals_payer" ON "reversals" ("payer_id");--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_payer_id_payers_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "payers"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('reversals'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on reversals to app_tenant, app_system;
