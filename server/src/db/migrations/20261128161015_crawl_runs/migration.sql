CREATE TABLE "crawl_run_pages" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"run_id" text NOT NULL,
	"visited" text NOT NULL,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"change" text NOT NULL,
	"needs_javascript" boolean DEFAULT false NOT NULL,
	"message" text,
	"before" text,
	"after" text,
	"is_cut" boolean DEFAULT false NOT NULL,
	"links" jsonb DEFAULT '[]' NOT NULL,
	"content_hash" text DEFAULT '' NOT NULL,
	"staged" jsonb
);
--> statement-breakpoint
CREATE TABLE "crawl_runs" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"document_id" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"known" integer NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"needs_javascript" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"started_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "knowledge_documents" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "knowledge_documents" ADD COLUMN "is_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_documents" ADD COLUMN "seen" jsonb;--> statement-breakpoint
CREATE INDEX "crawl_run_pages_workspace_uid_run_id_id_index" ON "crawl_run_pages" ("workspace_uid","run_id","id");--> statement-breakpoint
CREATE INDEX "crawl_run_pages_run_id_index" ON "crawl_run_pages" ("run_id");--> statement-breakpoint
CREATE INDEX "crawl_run_pages_staged" ON "crawl_run_pages" ("workspace_uid","run_id","id") WHERE staged is not null;--> statement-breakpoint
CREATE INDEX "crawl_runs_workspace_uid_document_id_started_at_id_index" ON "crawl_runs" ("workspace_uid","document_id","started_at","id");--> statement-breakpoint
CREATE INDEX "crawl_runs_document_id_index" ON "crawl_runs" ("document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "crawl_runs_open" ON "crawl_runs" ("document_id") WHERE state in ('running', 'waiting', 'applying');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "knowledge_crawls" ON "knowledge_documents" ("workspace_uid","created_at","id") WHERE kind in ('crawl', 'sitemap', 'url');--> statement-breakpoint
ALTER TABLE "crawl_run_pages" ADD CONSTRAINT "crawl_run_pages_run_id_crawl_runs_id_fkey" FOREIGN KEY ("run_id") REFERENCES "crawl_runs"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "crawl_runs" ADD CONSTRAINT "crawl_runs_document_id_knowledge_documents_id_fkey" FOREIGN KEY ("document_id") REFERENCES "knowledge_documents"("id") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('crawl_runs'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('crawl_run_pages'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on crawl_runs, crawl_run_pages to app_tenant, app_system;
