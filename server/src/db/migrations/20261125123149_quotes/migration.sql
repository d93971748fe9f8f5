CREATE TABLE "quotes" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"payer_id" text NOT NULL,
	"purpose" text NOT NULL,
	"wanted" jsonb NOT NULL,
	"country" text,
	"currency" text NOT NULL,
	"lines" jsonb NOT NULL,
	"subtotal" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"discount_name" text,
	"promotion_code_id" text,
	"tax" bigint NOT NULL,
	"tax_rate_id" text,
	"total" bigint NOT NULL,
	"recurring_total" bigint NOT NULL,
	"credits" bigint NOT NULL,
	"is_ordered" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "quote_total" CHECK ("total" = "subtotal" - "discount" + "tax" and "total" >= 0)
);
--> statement-breakpoint
ALTER TABLE "payers" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "payers" ADD COLUMN "currency" text;--> statement-breakpoint
CREATE INDEX "quotes_workspace_uid_id_index" ON "quotes" ("workspace_uid","id");--> statement-breakpoint
CREATE INDEX "quotes_payer" ON "quotes" ("payer_id");--> statement-breakpoint
CREATE INDEX "quotes_unordered" ON "quotes" ("expires_at") WHERE not is_ordered;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_payer_id_payers_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "payers"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('quotes'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on quotes to app_tenant, app_system;
