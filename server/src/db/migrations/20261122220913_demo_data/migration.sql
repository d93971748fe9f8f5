CREATE TABLE "demo_data" (
	"workspace_uid" text PRIMARY KEY,
	"agent_id" text,
	"org_id" text,
	"agency_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "demo_data" ADD CONSTRAINT "demo_data_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('demo_data'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on demo_data to app_tenant, app_system;
