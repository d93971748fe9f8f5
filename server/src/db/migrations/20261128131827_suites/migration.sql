CREATE TABLE "suite_cases" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"title" text NOT NULL,
	"is_must" boolean NOT NULL,
	"script" jsonb NOT NULL,
	"edition" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suite_results" (
	"run_id" text,
	"position" integer,
	"workspace_uid" text NOT NULL,
	"case_id" text NOT NULL,
	"title" text NOT NULL,
	"is_must" boolean NOT NULL,
	"script" jsonb NOT NULL,
	"repeats" integer NOT NULL,
	"said" jsonb DEFAULT '[]' NOT NULL,
	"verdict" text,
	"ms" integer DEFAULT 0 NOT NULL,
	"conversation_id" text,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "suite_results_pkey" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "suite_runs" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"settings_md5" text NOT NULL,
	"knowledge_md5" text NOT NULL,
	"edition" integer NOT NULL,
	"started_by_user_id" text,
	"started_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "suites" (
	"agent_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"blocks_publishing" boolean DEFAULT false NOT NULL,
	"edition" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "suite_cases_workspace_uid_agent_id_created_at_id_index" ON "suite_cases" ("workspace_uid","agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "suite_cases_agent_id_index" ON "suite_cases" ("agent_id");--> statement-breakpoint
CREATE INDEX "suite_results_workspace_uid_run_id_position_index" ON "suite_results" ("workspace_uid","run_id","position");--> statement-breakpoint
CREATE INDEX "suite_results_waiting" ON "suite_results" ("workspace_uid","run_id","position") WHERE verdict is null;--> statement-breakpoint
CREATE INDEX "suite_runs_workspace_uid_agent_id_started_at_id_index" ON "suite_runs" ("workspace_uid","agent_id","started_at","id");--> statement-breakpoint
CREATE INDEX "suite_runs_agent_id_index" ON "suite_runs" ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suite_runs_open" ON "suite_runs" ("agent_id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "suite_runs_open_of_workspace" ON "suite_runs" ("workspace_uid") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "suites_workspace_uid_agent_id_index" ON "suites" ("workspace_uid","agent_id");--> statement-breakpoint
ALTER TABLE "suite_cases" ADD CONSTRAINT "suite_cases_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "suite_results" ADD CONSTRAINT "suite_results_run_id_suite_runs_id_fkey" FOREIGN KEY ("run_id") REFERENCES "suite_runs"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "suite_runs" ADD CONSTRAINT "suite_runs_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "suites" ADD CONSTRAINT "suites_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('suites'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('suite_cases'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('suite_runs'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('suite_results'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on suites, suite_cases, suite_runs, suite_results to app_tenant, app_system;
