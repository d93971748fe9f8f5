CREATE TABLE "dns_reminders" (
	"workspace_uid" text,
	"purpose" text,
	"domain" text,
	"agency_id" text NOT NULL,
	"agency_name" text NOT NULL,
	"user_id" text NOT NULL,
	"user_email" text NOT NULL,
	"language" text NOT NULL,
	"bucket" text NOT NULL,
	"timestamp" timestamp(3) with time zone NOT NULL,
	"sent" boolean DEFAULT false NOT NULL,
	"next_at" timestamp(3) with time zone,
	"missing" jsonb NOT NULL,
	CONSTRAINT "dns_reminders_pkey" PRIMARY KEY("workspace_uid","purpose","domain")
);
--> statement-breakpoint
CREATE TABLE "sending_domains" (
	"domain" text PRIMARY KEY,
	"id" text NOT NULL UNIQUE,
	"agency_id" text NOT NULL,
	"workspace_uid" text NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text,
	"status" text NOT NULL,
	"status_since" timestamp(3) with time zone NOT NULL,
	"records" jsonb NOT NULL,
	"sealed" bytea,
	"checks" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp(3) with time zone,
	"next_check_at" timestamp(3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "dns_reminders_agency_id_index" ON "dns_reminders" ("agency_id");--> statement-breakpoint
CREATE INDEX "dns_reminders_due" ON "dns_reminders" ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sending_domains_agency_id_index" ON "sending_domains" ("agency_id");--> statement-breakpoint
CREATE INDEX "sending_domains_workspace_uid_index" ON "sending_domains" ("workspace_uid");--> statement-breakpoint
CREATE INDEX "sending_domains_due" ON "sending_domains" ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
ALTER TABLE "dns_reminders" ADD CONSTRAINT "dns_reminders_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "dns_reminders" ADD CONSTRAINT "dns_reminders_agency_id_agencies_id_fkey" FOREIGN KEY ("agency_id") REFERENCES "agencies"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sending_domains" ADD CONSTRAINT "sending_domains_agency_id_agencies_id_fkey" FOREIGN KEY ("agency_id") REFERENCES "agencies"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sending_domains" ADD CONSTRAINT "sending_domains_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('sending_domains'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on sending_domains to app_tenant, app_system;
--> statement-breakpoint
select tenant_isolation('dns_reminders'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on dns_reminders to app_tenant, app_system;
