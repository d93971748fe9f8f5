ALTER TABLE "channel_connections" ADD COLUMN "feed" jsonb;--> statement-breakpoint
ALTER TABLE "channel_connections" ADD COLUMN "answers_mentions" boolean;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_connections_followed" ON "channel_connections" ("provider","external_id") WHERE feed is not null and state in ('waiting', 'connected', 'paused');