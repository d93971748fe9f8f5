-- Of their own transaction: with the new indexes in one, calls that read a table wait for those that write another, and nobody goes on.
DROP INDEX "agent_versions_workspace_uid_index";
--> statement-breakpoint
DROP INDEX "agent_daily_counts_workspace_uid_index";
--> statement-breakpoint
DROP INDEX "reply_traces_workspace_uid_index";
--> statement-breakpoint
DROP INDEX "conversation_notes_workspace_uid_index";
--> statement-breakpoint
DROP INDEX "conversation_summaries_workspace_uid_index";
--> statement-breakpoint
DROP INDEX "knowledge_documents_workspace_uid_index";
--> statement-breakpoint
DROP INDEX "lead_conversations_workspace_uid_index";
--> statement-breakpoint
DROP INDEX "lead_group_members_workspace_uid_index";
--> statement-breakpoint
DROP INDEX "leads_workspace_uid_index";
--> statement-breakpoint
DROP INDEX "notification_marks_workspace_uid_index";
--> statement-breakpoint
DROP INDEX "webhook_attempts_workspace_uid_index";
