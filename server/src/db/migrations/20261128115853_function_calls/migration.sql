CREATE TABLE "function_call_counts" (
	"workspace_uid" text,
	"agent_id" text,
	"function_id" text,
	"slot" text,
	"conversation_id" text,
	"used" integer NOT NULL,
	"most" integer NOT NULL,
	"ends_at" timestamp(3) with time zone,
	CONSTRAINT "function_call_counts_pkey" PRIMARY KEY("workspace_uid","agent_id","function_id","slot")
);
--> statement-breakpoint
CREATE TABLE "function_calls" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"conversation_id" text NOT NULL,
	"function_id" text NOT NULL,
	"revision" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"reply_id" text,
	"args" jsonb NOT NULL,
	"args_hash" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"status" text NOT NULL,
	"fault" text,
	"outputs" jsonb,
	"shown" jsonb,
	"receipt_id" text,
	"earlier_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ms" integer,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "function_call_counts_conversation_id_index" ON "function_call_counts" ("conversation_id");--> statement-breakpoint
CREATE INDEX "function_call_counts_agent_id_index" ON "function_call_counts" ("agent_id");--> statement-breakpoint
CREATE INDEX "function_call_counts_ends_at_index" ON "function_call_counts" ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "function_calls_once" ON "function_calls" ("conversation_id","function_id","args_hash","round");--> statement-breakpoint
CREATE INDEX "function_calls_workspace_uid_conversation_id_created_at_index" ON "function_calls" ("workspace_uid","conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "function_calls_due" ON "function_calls" ("changed_at") WHERE status in ('confirmed', 'running');--> statement-breakpoint
ALTER TABLE "function_call_counts" ADD CONSTRAINT "function_call_counts_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "function_call_counts" ADD CONSTRAINT "function_call_counts_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "function_calls" ADD CONSTRAINT "function_calls_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
select tenant_isolation('function_calls'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('function_call_counts'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on function_calls to app_tenant, app_system;
--> statement-breakpoint
grant select, insert, update, delete on function_call_counts to app_tenant, app_system;
