ALTER TABLE "knowledge_documents" ADD COLUMN "reading_run" text;--> statement-breakpoint
ALTER TABLE "knowledge_documents" ADD COLUMN "reading_until" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "knowledge_documents_reading_until_index" ON "knowledge_documents" ("reading_until");