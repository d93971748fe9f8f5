CREATE TABLE "lead_conversations" (
	"lead_id" text,
	"conversation_id" text,
	"workspace_uid" text NOT NULL,
	CONSTRAINT "lead_conversations_pkey" PRIMARY KEY("lead_id","conversation_id")
);
--> statement-breakpoint
CREATE TABLE "lead_group_members" (
	"group_id" text,
	"lead_id" text,
	"workspace_uid" text NOT NULL,
	CONSTRAINT "lead_group_members_pkey" PRIMARY KEY("group_id","lead_id")
);
--> statement-breakpoint
CREATE TABLE "lead_groups" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"custom" jsonb DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"name_key" text DEFAULT '' NOT NULL,
	"email_key" text DEFAULT '' NOT NULL,
	"phone_key" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "lead_conversations_conversation_id_index" ON "lead_conversations" ("conversation_id");--> statement-breakpoint
CREATE INDEX "lead_group_members_lead_id_index" ON "lead_group_members" ("lead_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lead_groups_by_name" ON "lead_groups" ("agent_id",lower(name));--> statement-breakpoint
CREATE INDEX "leads_agent_id_created_at_id_index" ON "leads" ("agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "leads_agent_id_last_seen_at_id_index" ON "leads" ("agent_id","last_seen_at","id");--> statement-breakpoint
CREATE INDEX "leads_by_name" ON "leads" ("agent_id",lower(name),"id");--> statement-breakpoint
CREATE INDEX "leads_same_name" ON "leads" ("agent_id","name_key") WHERE name_key <> '';--> statement-breakpoint
CREATE INDEX "leads_same_phone" ON "leads" ("agent_id","phone_key") WHERE phone_key <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "leads_one_email" ON "leads" ("agent_id","email_key") WHERE email_key <> '' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_deleted" ON "leads" ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE "lead_conversations" ADD CONSTRAINT "lead_conversations_lead_id_leads_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lead_conversations" ADD CONSTRAINT "lead_conversations_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lead_group_members" ADD CONSTRAINT "lead_group_members_group_id_lead_groups_id_fkey" FOREIGN KEY ("group_id") REFERENCES "lead_groups"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lead_group_members" ADD CONSTRAINT "lead_group_members_lead_id_leads_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lead_groups" ADD CONSTRAINT "lead_groups_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;
--> statement-breakpoint
select tenant_isolation('leads'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('lead_conversations'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('lead_groups'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('lead_group_members'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on leads, lead_conversations, lead_groups, lead_group_members to app_tenant, app_system;
