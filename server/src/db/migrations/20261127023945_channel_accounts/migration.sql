ALTER TABLE "channel_connections" ADD COLUMN "account_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_inbox" ADD COLUMN "kind" text DEFAULT 'message' NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_inbox" ADD COLUMN "place" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_threads" ADD COLUMN "last_in_at" timestamp(3) with time zone;--> statement-breakpoint
DROP INDEX "channel_inbox_waiting";--> statement-breakpoint
CREATE INDEX "channel_inbox_waiting" ON "channel_inbox" ("workspace_uid","thread_id","at","place","id") WHERE payload is not null;