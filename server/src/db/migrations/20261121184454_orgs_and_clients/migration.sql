CREATE TABLE "client_agents" (
	"client_id" text,
	"org_id" text NOT NULL,
	"agent_id" text,
	"workspace_uid" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_agents_pkey" PRIMARY KEY("client_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "client_openings" (
	"code_hash" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"client_id" text NOT NULL,
	"opened_by" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"square_photo_url" text DEFAULT '' NOT NULL,
	"password_hash" text NOT NULL,
	"has_changed_password" boolean DEFAULT false NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"can_access" jsonb NOT NULL,
	"client_tab_order" jsonb NOT NULL,
	"status" text DEFAULT 'offline' NOT NULL,
	"is_org_admin" boolean DEFAULT false NOT NULL,
	"allow_create_agents" boolean DEFAULT false NOT NULL,
	"notifications_settings" jsonb NOT NULL,
	"preferred_language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "org_agents" (
	"org_id" text,
	"agent_id" text,
	"workspace_uid" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "org_agents_pkey" PRIMARY KEY("org_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "orgs" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"name" text NOT NULL,
	"square_photo_url" text DEFAULT '' NOT NULL,
	"default_client_access" jsonb NOT NULL,
	"default_client_tab_order" jsonb NOT NULL,
	"predefined_tags" jsonb DEFAULT '[]' NOT NULL,
	"disallow_any_tags" boolean DEFAULT false NOT NULL,
	"disable_handoff" boolean DEFAULT false NOT NULL,
	"preferred_language" text DEFAULT 'en' NOT NULL,
	"dashboard_layout" text DEFAULT 'vertical' NOT NULL,
	"settings" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "client_agents_org_id_agent_id_index" ON "client_agents" ("org_id","agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "clients_by_email" ON "clients" ("workspace_uid","email");--> statement-breakpoint
CREATE INDEX "clients_by_name" ON "clients" ("workspace_uid",lower(name),"id");--> statement-breakpoint
CREATE INDEX "clients_org_id_index" ON "clients" ("org_id");--> statement-breakpoint
CREATE INDEX "org_agents_agent_id_index" ON "org_agents" ("agent_id");--> statement-breakpoint
CREATE INDEX "orgs_by_name" ON "orgs" ("workspace_uid",lower(name),"id");--> statement-breakpoint
ALTER TABLE "client_agents" ADD CONSTRAINT "client_agents_client_id_clients_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "client_agents" ADD CONSTRAINT "client_agents_org_id_agent_id_org_agents_org_id_agent_id_fkey" FOREIGN KEY ("org_id","agent_id") REFERENCES "org_agents"("org_id","agent_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "client_openings" ADD CONSTRAINT "client_openings_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "client_openings" ADD CONSTRAINT "client_openings_client_id_clients_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_org_id_orgs_id_fkey" FOREIGN KEY ("org_id") REFERENCES "orgs"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "org_agents" ADD CONSTRAINT "org_agents_org_id_orgs_id_fkey" FOREIGN KEY ("org_id") REFERENCES "orgs"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "org_agents" ADD CONSTRAINT "org_agents_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "orgs" ADD CONSTRAINT "orgs_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('orgs'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('org_agents'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('clients'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('client_agents'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('client_openings'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on orgs, org_agents, clients, client_agents, client_openings to app_tenant, app_system;
