CREATE TABLE "agency_tabs" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agency_id" text NOT NULL,
	"place" integer NOT NULL,
	"label" text NOT NULL,
	"href" text NOT NULL,
	"icon_url" text DEFAULT '' NOT NULL,
	"page_type" text DEFAULT 'html' NOT NULL,
	"html_content" text DEFAULT '' NOT NULL,
	"js_content" text DEFAULT '' NOT NULL,
	"iframe_url" text DEFAULT '' NOT NULL,
	"origins" jsonb DEFAULT '[]' NOT NULL,
	"always_visible" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_openings" ALTER COLUMN "client_id" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "agency_tabs_agency_id_href_index" ON "agency_tabs" ("agency_id","href");--> statement-breakpoint
CREATE INDEX "agency_tabs_workspace_uid_place_index" ON "agency_tabs" ("workspace_uid","place");--> statement-breakpoint
ALTER TABLE "agency_tabs" ADD CONSTRAINT "agency_tabs_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "agency_tabs" ADD CONSTRAINT "agency_tabs_agency_id_agencies_id_fkey" FOREIGN KEY ("agency_id") REFERENCES "agencies"("id") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('agency_tabs'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on agency_tabs to app_tenant, app_system;
