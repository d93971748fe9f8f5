CREATE TABLE "payers" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"kind" text NOT NULL,
	"org_id" text,
	"account" text DEFAULT '' NOT NULL,
	"customer_id" text,
	"payment_method_id" text,
	"card" jsonb,
	"blocked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payer_kind" CHECK (("kind" = 'org') = ("org_id" is not null)),
	CONSTRAINT "payer_card" CHECK (("card" is null) = ("payment_method_id" is null))
);
--> statement-breakpoint
CREATE TABLE "payment_inbox" (
	"account" text,
	"event_id" text,
	"endpoint" text NOT NULL,
	"type" text NOT NULL,
	"kind" text,
	"object_id" text,
	"received_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_inbox_pkey" PRIMARY KEY("account","event_id")
);
--> statement-breakpoint
CREATE TABLE "payment_objects" (
	"account" text,
	"kind" text,
	"object_id" text,
	"version" integer NOT NULL,
	"done_version" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone,
	"told_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_objects_pkey" PRIMARY KEY("account","kind","object_id"),
	CONSTRAINT "done_within_told" CHECK ("done_version" between 0 and "version")
);
--> statement-breakpoint
CREATE INDEX "payers_workspace_uid_index" ON "payers" ("workspace_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "payers_workspace" ON "payers" ("workspace_uid") WHERE kind = 'workspace';--> statement-breakpoint
CREATE UNIQUE INDEX "payers_org" ON "payers" ("org_id","account");--> statement-breakpoint
CREATE UNIQUE INDEX "payers_customer" ON "payers" ("account","customer_id");--> statement-breakpoint
CREATE INDEX "payment_inbox_received_at_index" ON "payment_inbox" ("received_at");--> statement-breakpoint
CREATE INDEX "payment_objects_due" ON "payment_objects" ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "payment_objects_settled" ON "payment_objects" ("told_at") WHERE next_at is null and done_version = version;--> statement-breakpoint
CREATE INDEX "payment_objects_parked" ON "payment_objects" ("account") WHERE next_at is null and done_version < version;--> statement-breakpoint
ALTER TABLE "payers" ADD CONSTRAINT "payers_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "payers" ADD CONSTRAINT "payers_org_id_orgs_id_fkey" FOREIGN KEY ("org_id") REFERENCES "orgs"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('payers'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on payers to app_tenant, app_system;
--> statement-breakpoint
grant select, insert, update, delete on payment_inbox to app_system;
--> statement-breakpoint
grant select, insert, update, delete on payment_objects to app_system;
