CREATE TABLE "workspace_export_parts" (
	"export_id" text,
	"attempt" integer,
	"number" integer,
	"workspace_uid" text NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "workspace_export_parts_pkey" PRIMARY KEY("export_id","attempt","number")
);--> statement-breakpoint
CREATE TABLE "workspace_exports" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"requested_by" text NOT NULL,
	"state" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"sha256" text DEFAULT '' NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL
);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "agent_versions_workspace_uid_agent_id_number_index" ON "agent_versions" ("workspace_uid","agent_id","number");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "agent_daily_counts_workspace_uid_agent_id_day_index" ON "agent_daily_counts" ("workspace_uid","agent_id","day");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "conversations_workspace_uid_id_index" ON "conversations" ("workspace_uid","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "reply_traces_workspace_uid_conversation_id_message_id_index" ON "reply_traces" ("workspace_uid","conversation_id","message_id");--> statement-breakpoint
CREATE INDEX "workspace_export_parts_of" ON "workspace_export_parts" ("workspace_uid","export_id","attempt","number");--> statement-breakpoint
CREATE INDEX "workspace_exports_workspace_uid_created_at_index" ON "workspace_exports" ("workspace_uid","created_at");--> statement-breakpoint
CREATE INDEX "workspace_exports_expires_at_index" ON "workspace_exports" ("expires_at");--> statement-breakpoint
CREATE INDEX "workspace_exports_owed" ON "workspace_exports" ("created_at") WHERE state in ('queued', 'making');--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_exports_one" ON "workspace_exports" ("workspace_uid","requested_by") WHERE state in ('queued', 'making');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "conversation_notes_workspace_uid_conversation_id_id_index" ON "conversation_notes" ("workspace_uid","conversation_id","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "conversation_summaries_workspace_uid_conversation_id_index" ON "conversation_summaries" ("workspace_uid","conversation_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "knowledge_documents_workspace_uid_id_index" ON "knowledge_documents" ("workspace_uid","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lead_conversations_workspace_uid_lead_id_conversation_id_index" ON "lead_conversations" ("workspace_uid","lead_id","conversation_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lead_group_members_workspace_uid_group_id_lead_id_index" ON "lead_group_members" ("workspace_uid","group_id","lead_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "leads_workspace_uid_id_index" ON "leads" ("workspace_uid","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notification_marks_of_workspace" ON "notification_marks" ("workspace_uid","notification_id","person_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "files_workspace_uid_id_index" ON "files" ("workspace_uid","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "webhook_attempts_workspace_uid_delivery_id_number_index" ON "webhook_attempts" ("workspace_uid","delivery_id","number");--> statement-breakpoint
ALTER TABLE "workspace_export_parts" ADD CONSTRAINT "workspace_export_parts_export_id_workspace_exports_id_fkey" FOREIGN KEY ("export_id") REFERENCES "workspace_exports"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workspace_exports" ADD CONSTRAINT "workspace_exports_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('workspace_exports', 'workspace_uid'), tenant_isolation('workspace_export_parts', 'workspace_uid');--> statement-breakpoint
grant select, insert, update, delete on workspace_exports, workspace_export_parts to app_tenant, app_system;
