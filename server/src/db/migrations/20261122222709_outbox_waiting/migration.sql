-- Before the new column rewrites the table: what was relayed is read by nobody.
DELETE FROM "outbox" WHERE "relayed_at" IS NOT NULL;--> statement-breakpoint
DROP INDEX "outbox_relayed_at_position_index";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "about" text GENERATED ALWAYS AS (payload ->> 'conversationId') STORED;--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" ("position") WHERE relayed_at is null;--> statement-breakpoint
CREATE INDEX "outbox_waiting_about" ON "outbox" ("about","position") WHERE relayed_at is null;--> statement-breakpoint
CREATE INDEX "outbox_relayed" ON "outbox" ("relayed_at") WHERE relayed_at is not null;--> statement-breakpoint
-- Who a delivery is about is read when it is sent.
UPDATE "webhook_deliveries" SET "payload" = "payload" - 'name' - 'email' - 'phone' - 'message' WHERE "type" IN ('lead_created', 'client_created');
