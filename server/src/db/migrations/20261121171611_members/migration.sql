CREATE TABLE "invitations" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"email" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"secret_hash" text NOT NULL UNIQUE,
	"invited_by" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "is_photo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "workspace_seats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_workspace_uid_email_index" ON "invitations" ("workspace_uid","email");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;
--> statement-breakpoint
grant select, insert, update, delete on invitations to app_tenant, app_system;
--> statement-breakpoint
select tenant_isolation('invitations'::regclass, 'workspace_uid');
--> statement-breakpoint
-- Money and audit are never deleted, but with their workspace: the system may, and only where the workspace itself is deleted.
do $$
declare target text;
begin
  foreach target in array array['credit_accounts', 'credit_holds', 'credit_transfers', 'usage_entries', 'agent_months', 'audit_entries'] loop
    execute format('grant delete on %I to app_system', target);
    execute format('create policy deleted_workspaces_only on %I as restrictive for delete to app_system using (not exists (select from workspaces w where w.uid = workspace_uid and w.deleted_at is null))', target);
  end loop;
end $$;
