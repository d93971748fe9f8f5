CREATE TABLE "log_entries" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text,
	"type" text NOT NULL,
	"channel" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"author_user_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_versions" ADD COLUMN "credential_id" text GENERATED ALWAYS AS (settings #>> '{model,credentialId}') STORED;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "title" text GENERATED ALWAYS AS (draft ->> 'title') STORED;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "credential_id" text GENERATED ALWAYS AS (draft #>> '{model,credentialId}') STORED;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "tags" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "updated_by_user_id" text;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "added_by_user_id" text;--> statement-breakpoint
CREATE INDEX "agent_versions_credential_id_index" ON "agent_versions" ("credential_id");--> statement-breakpoint
CREATE INDEX "agents_workspace_uid_updated_at_index" ON "agents" ("workspace_uid","updated_at");--> statement-breakpoint
CREATE INDEX "agents_by_title" ON "agents" ("workspace_uid",lower(title),"id");--> statement-breakpoint
CREATE INDEX "agents_credential_id_index" ON "agents" ("credential_id");--> statement-breakpoint
CREATE INDEX "agents_in_trash" ON "agents" ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "conversations_workspace_uid_last_message_at_id_index" ON "conversations" ("workspace_uid","last_message_at","id");--> statement-breakpoint
CREATE INDEX "messages_unknown" ON "messages" ("conversation_id") WHERE is_unknown;--> statement-breakpoint
CREATE INDEX "log_entries_workspace_uid_created_at_id_index" ON "log_entries" ("workspace_uid","created_at","id");--> statement-breakpoint
CREATE INDEX "log_entries_created_at_index" ON "log_entries" ("created_at");--> statement-breakpoint
ALTER TABLE "log_entries" ADD CONSTRAINT "log_entries_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
grant select, insert, update, delete on log_entries to app_tenant, app_system;
--> statement-breakpoint
select tenant_isolation('log_entries'::regclass, 'workspace_uid');
