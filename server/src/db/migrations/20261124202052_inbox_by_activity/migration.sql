DROP INDEX "inbox_items_listed";--> statement-breakpoint
CREATE INDEX "inbox_items_listed" ON "inbox_items" ("workspace_uid","state","visitor_at","conversation_id");