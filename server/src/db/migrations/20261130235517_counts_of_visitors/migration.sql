CREATE INDEX IF NOT EXISTS "conversations_of_visitors" ON "conversations" ("workspace_uid","agent_id","last_message_at") WHERE not is_test and not is_simulated;--> statement-breakpoint
DROP INDEX "conversations_counted";
