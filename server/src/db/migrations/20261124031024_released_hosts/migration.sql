ALTER TABLE "agency_hosts" DROP CONSTRAINT "agency_hosts_agency_id_key";--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD COLUMN "released_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "agency_hosts_agency_id_index" ON "agency_hosts" ("agency_id");--> statement-breakpoint
CREATE UNIQUE INDEX "agency_hosts_served" ON "agency_hosts" ("agency_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "agency_hosts_released" ON "agency_hosts" ("released_at") WHERE released_at is not null;