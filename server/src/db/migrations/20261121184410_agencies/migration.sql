CREATE TABLE "agencies" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL UNIQUE,
	"name" text NOT NULL,
	"branding_text" text DEFAULT '' NOT NULL,
	"square_photo_url" text DEFAULT '' NOT NULL,
	"dark_mode_square_photo_url" text DEFAULT '' NOT NULL,
	"google_font" text DEFAULT 'Rubik' NOT NULL,
	"theme_variant" text DEFAULT 'default' NOT NULL,
	"theme_color_usage" text DEFAULT 'plain' NOT NULL,
	"custom_theme_json_string" text NOT NULL,
	"custom_css" text DEFAULT '' NOT NULL,
	"main_website" text DEFAULT '' NOT NULL,
	"support_email" text DEFAULT '' NOT NULL,
	"tos_page" text DEFAULT '' NOT NULL,
	"privacy_policyp_page" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"shows_powered_by" boolean DEFAULT false NOT NULL,
	"disable_password_login" boolean DEFAULT false NOT NULL,
	"secret_hash" text UNIQUE,
	"secret_last4" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_modified" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agency_hosts" (
	"host" text PRIMARY KEY,
	"agency_id" text NOT NULL UNIQUE,
	"workspace_uid" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agencies" ADD CONSTRAINT "agencies_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD CONSTRAINT "agency_hosts_agency_id_agencies_id_fkey" FOREIGN KEY ("agency_id") REFERENCES "agencies"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "agency_hosts" ADD CONSTRAINT "agency_hosts_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;
--> statement-breakpoint
grant select, insert, update, delete on agencies, agency_hosts to app_tenant, app_system;
--> statement-breakpoint
select tenant_isolation('agencies'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('agency_hosts'::regclass, 'workspace_uid');
