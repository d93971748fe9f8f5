CREATE TABLE "embedding_runs" (
	"agent_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "embedding_runs_workspace_uid_index" ON "embedding_runs" ("workspace_uid");--> statement-breakpoint
ALTER TABLE "embedding_runs" ADD CONSTRAINT "embedding_runs_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('embedding_runs'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on embedding_runs to app_tenant, app_system;
