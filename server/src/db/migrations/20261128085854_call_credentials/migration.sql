CREATE TABLE "call_credentials" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"header_name" text NOT NULL,
	"username" text NOT NULL,
	"origins" text[] NOT NULL,
	"sealed" bytea NOT NULL,
	"last4" text NOT NULL,
	"added_by_user_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "call_credentials_workspace_uid_created_at_index" ON "call_credentials" ("workspace_uid","created_at");--> statement-breakpoint
ALTER TABLE "call_credentials" ADD CONSTRAINT "call_credentials_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('call_credentials'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on call_credentials to app_tenant, app_system;
