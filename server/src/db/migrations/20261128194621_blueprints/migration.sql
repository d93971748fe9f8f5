CREATE TABLE "blueprint_links" (
	"agent_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"blueprint_id" text NOT NULL,
	"applied_version" integer NOT NULL,
	"base" jsonb NOT NULL,
	"slots" jsonb DEFAULT '{}' NOT NULL,
	"clean_revision" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blueprint_pushes" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"blueprint_id" text NOT NULL,
	"version" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"locked" jsonb NOT NULL,
	"publishes" boolean NOT NULL,
	"in_waves" boolean NOT NULL,
	"wave" integer NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"started_by_user_id" text,
	"started_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "blueprint_targets" (
	"push_id" text,
	"position" integer,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"wave" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"message" text DEFAULT '' NOT NULL,
	"kept" jsonb DEFAULT '[]' NOT NULL,
	"overwritten" jsonb DEFAULT '[]' NOT NULL,
	"version" integer,
	"before" jsonb,
	"after_revision" integer,
	"suite_run_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp(3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "blueprint_targets_pkey" PRIMARY KEY("push_id","position")
);
--> statement-breakpoint
CREATE TABLE "blueprints" (
	"agent_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"locked" jsonb DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "blueprint_links_newest" ON "blueprint_links" ("workspace_uid","blueprint_id","created_at","agent_id");--> statement-breakpoint
CREATE INDEX "blueprint_links_blueprint_id_index" ON "blueprint_links" ("blueprint_id");--> statement-breakpoint
CREATE INDEX "blueprint_pushes_newest" ON "blueprint_pushes" ("workspace_uid","blueprint_id","started_at","id");--> statement-breakpoint
CREATE INDEX "blueprint_pushes_blueprint_id_index" ON "blueprint_pushes" ("blueprint_id");--> statement-breakpoint
CREATE UNIQUE INDEX "blueprint_pushes_open" ON "blueprint_pushes" ("blueprint_id") WHERE state in ('running', 'paused', 'undoing');--> statement-breakpoint
CREATE UNIQUE INDEX "blueprint_targets_workspace_uid_push_id_agent_id_index" ON "blueprint_targets" ("workspace_uid","push_id","agent_id");--> statement-breakpoint
CREATE INDEX "blueprint_targets_workspace_uid_push_id_position_index" ON "blueprint_targets" ("workspace_uid","push_id","position");--> statement-breakpoint
CREATE INDEX "blueprint_targets_workspace_uid_agent_id_created_at_index" ON "blueprint_targets" ("workspace_uid","agent_id","created_at");--> statement-breakpoint
CREATE INDEX "blueprint_targets_agent_id_index" ON "blueprint_targets" ("agent_id");--> statement-breakpoint
CREATE INDEX "blueprint_targets_waiting" ON "blueprint_targets" ("workspace_uid","push_id","position") WHERE state in ('waiting', 'testing', 'undoing');--> statement-breakpoint
CREATE INDEX "blueprints_workspace_uid_agent_id_index" ON "blueprints" ("workspace_uid","agent_id");--> statement-breakpoint
ALTER TABLE "blueprint_links" ADD CONSTRAINT "blueprint_links_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "blueprint_links" ADD CONSTRAINT "blueprint_links_blueprint_id_agents_id_fkey" FOREIGN KEY ("blueprint_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "blueprint_pushes" ADD CONSTRAINT "blueprint_pushes_blueprint_id_agents_id_fkey" FOREIGN KEY ("blueprint_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "blueprint_targets" ADD CONSTRAINT "blueprint_targets_push_id_blueprint_pushes_id_fkey" FOREIGN KEY ("push_id") REFERENCES "blueprint_pushes"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "blueprint_targets" ADD CONSTRAINT "blueprint_targets_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "blueprints" ADD CONSTRAINT "blueprints_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('blueprints'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('blueprint_links'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('blueprint_pushes'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('blueprint_targets'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on blueprints, blueprint_links, blueprint_pushes, blueprint_targets to app_tenant, app_system;
