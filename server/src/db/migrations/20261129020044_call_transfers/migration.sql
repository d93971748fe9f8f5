ALTER TABLE "calls" ADD COLUMN "phone_number_id" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "transferred_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "transfers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "connected_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "transfers_at_once" boolean DEFAULT false NOT NULL;