CREATE TABLE "schedules" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"days" jsonb NOT NULL,
	"exceptions" jsonb DEFAULT '[]' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "schedules_workspace_uid_created_at_index" ON "schedules" ("workspace_uid","created_at");--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('schedules'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on schedules to app_tenant, app_system;
