ALTER TABLE "inbox_items" ADD COLUMN "replied_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "owes_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "emailed_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "inbox_items_owing" ON "inbox_items" ("replied_at") WHERE owes_email;