CREATE TABLE "calls" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"channel" text NOT NULL,
	"mode" text NOT NULL,
	"caller" text DEFAULT '' NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"secret_hash" text NOT NULL,
	"secret_until" timestamp(3) with time zone NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	"alive_at" timestamp(3) with time zone,
	"slice" integer DEFAULT 0 NOT NULL,
	"slice_from" timestamp(3) with time zone,
	"seconds" integer DEFAULT 0 NOT NULL,
	"credits_micro" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"end_reason" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "calls_workspace_uid_created_at_id_index" ON "calls" ("workspace_uid","created_at","id");--> statement-breakpoint
CREATE INDEX "calls_workspace_uid_agent_id_created_at_id_index" ON "calls" ("workspace_uid","agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "calls_workspace_uid_conversation_id_created_at_id_index" ON "calls" ("workspace_uid","conversation_id","created_at","id");--> statement-breakpoint
CREATE INDEX "calls_conversation_id_index" ON "calls" ("conversation_id");--> statement-breakpoint
CREATE INDEX "calls_lines" ON "calls" ("workspace_uid","lease_until") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "calls_lapsed" ON "calls" ("lease_until") WHERE state <> 'ended';--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('calls'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on calls to app_tenant, app_system;
