DROP INDEX "agency_hosts_served";--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "kind" text DEFAULT 'subdomain' NOT NULL;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "state" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "state_since" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "verified_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "records" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "problem" jsonb;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "checked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "good_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "failing_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "next_check_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "watched_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "lease_owner" text;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "lease_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "lease_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "agency_hosts_of_kind" ON "agency_hosts" ("agency_id","kind") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "agency_hosts_due" ON "agency_hosts" ("next_check_at") WHERE next_check_at is not null;