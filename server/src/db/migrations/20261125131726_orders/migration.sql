CREATE TABLE "orders" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"payer_id" text NOT NULL,
	"quote_id" text NOT NULL,
	"purpose" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"account" text DEFAULT '' NOT NULL,
	"customer_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"credits" bigint NOT NULL,
	"sale" jsonb NOT NULL,
	"is_holder_away" boolean DEFAULT false NOT NULL,
	"invoice_id" text,
	"subscription_id" text,
	"ending" text,
	"decline_code" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone DEFAULT now(),
	"created_at" timestamp(3) with time zone NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_is_over" CHECK (("next_at" is null) = ("state" in ('paid', 'void', 'failed')))
);
--> statement-breakpoint
CREATE INDEX "orders_workspace_uid_id_index" ON "orders" ("workspace_uid","id");--> statement-breakpoint
CREATE INDEX "orders_payer" ON "orders" ("payer_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_quote" ON "orders" ("quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_invoice" ON "orders" ("account","invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_unfinished" ON "orders" ("payer_id","purpose") WHERE state in ('open', 'sent', 'action');--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" ("next_at") WHERE next_at is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payer_id_payers_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "payers"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_quote_id_quotes_id_fkey" FOREIGN KEY ("quote_id") REFERENCES "quotes"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('orders'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on orders to app_tenant, app_system;
