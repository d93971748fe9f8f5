CREATE TABLE "conversation_summaries" (
	"conversation_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"of" text NOT NULL,
	"text" text,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "conversation_summaries_workspace_uid_index" ON "conversation_summaries" ("workspace_uid");--> statement-breakpoint
ALTER TABLE "conversation_summaries" ADD CONSTRAINT "conversation_summaries_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversation_summaries" ADD CONSTRAINT "conversation_summaries_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('conversation_summaries'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on conversation_summaries to app_tenant, app_system;
