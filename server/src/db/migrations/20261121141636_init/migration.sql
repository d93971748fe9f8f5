CREATE TABLE "agent_versions" (
	"agent_id" text,
	"number" integer,
	"workspace_uid" text NOT NULL,
	"settings" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"author_user_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_versions_pkey" PRIMARY KEY("agent_id","number")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"draft" jsonb NOT NULL,
	"draft_revision" integer DEFAULT 1 NOT NULL,
	"published_version" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "agent_months" (
	"agent_id" text,
	"workspace_uid" text NOT NULL,
	"month" text,
	"spent" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "agent_months_pkey" PRIMARY KEY("agent_id","month")
);
--> statement-breakpoint
CREATE TABLE "credit_accounts" (
	"id" text PRIMARY KEY,
	"workspace_uid" text,
	"kind" text NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "credit_floor" CHECK ("kind" <> 'workspace' or ("held" >= 0 and "balance" >= "held"))
);
--> statement-breakpoint
CREATE TABLE "credit_holds" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"account" text NOT NULL,
	"agent_id" text,
	"month" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"settled" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settled_within_hold" CHECK ("settled" >= 0 and "settled" <= "amount")
);
--> statement-breakpoint
CREATE TABLE "credit_transfers" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"debit_account" text NOT NULL,
	"credit_account" text NOT NULL,
	"amount" bigint NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "amount_positive" CHECK ("amount" > 0),
	CONSTRAINT "two_accounts" CHECK ("debit_account" <> "credit_account")
);
--> statement-breakpoint
CREATE TABLE "usage_entries" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"amount" bigint NOT NULL,
	"direction" text NOT NULL,
	"caused_by" text NOT NULL,
	"agent_id" text,
	"feature_key" text NOT NULL,
	"conversation_id" text,
	"ts" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_daily_counts" (
	"agent_id" text,
	"workspace_uid" text NOT NULL,
	"day" text,
	"loads" integer DEFAULT 0 NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "agent_daily_counts_pkey" PRIMARY KEY("agent_id","day")
);
--> statement-breakpoint
CREATE TABLE "conversation_events" (
	"conversation_id" text,
	"workspace_uid" text NOT NULL,
	"seq" bigint,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversation_events_pkey" PRIMARY KEY("conversation_id","seq")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"visitor_token_hash" text NOT NULL UNIQUE,
	"variables" jsonb NOT NULL,
	"lang" text DEFAULT '' NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"rating" integer,
	"rating_comment" text DEFAULT '' NOT NULL,
	"contact_email" text,
	"contact_message" text DEFAULT '' NOT NULL,
	"last_event_seq" bigint DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_message_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" text,
	"conversation_id" text,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"position" integer NOT NULL,
	"role" text NOT NULL,
	"state" text NOT NULL,
	"text" text NOT NULL,
	"reply_id" text,
	"citations" jsonb DEFAULT '[]' NOT NULL,
	"attachments" jsonb DEFAULT '[]' NOT NULL,
	"is_unknown" boolean DEFAULT false NOT NULL,
	"trace" jsonb,
	"credits_micro" bigint DEFAULT 0 NOT NULL,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_pkey" PRIMARY KEY("conversation_id","id")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"provider" text NOT NULL,
	"label" text NOT NULL,
	"base_url" text DEFAULT '' NOT NULL,
	"sealed" bytea NOT NULL,
	"last4" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY,
	"position" bigserial,
	"workspace_uid" text NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"details" jsonb NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"workspace_uid" text,
	"key" text,
	"request_hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("workspace_uid","key")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY,
	"position" bigserial,
	"type" text NOT NULL,
	"workspace_uid" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"relayed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"key" text,
	"window_start" timestamp(3) with time zone,
	"used" integer NOT NULL,
	CONSTRAINT "rate_windows_pkey" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"issuer" text,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp(3) with time zone,
	"refresh_token_expires_at" timestamp(3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY,
	"token" text NOT NULL UNIQUE,
	"user_id" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY,
	"name" text NOT NULL,
	"email" text NOT NULL UNIQUE,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"origin" text DEFAULT 'email' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_chunks" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"document_id" text NOT NULL,
	"position" integer NOT NULL,
	"heading_path" jsonb NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"lexemes" tsvector NOT NULL,
	"length" integer NOT NULL,
	"embedding" real[],
	"embedding_model" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_documents" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"parent_id" text,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"url" text,
	"file_id" text,
	"pages_max" integer DEFAULT 1 NOT NULL,
	"refresh_rate" text DEFAULT 'never' NOT NULL,
	"state" text DEFAULT 'INITIALIZED' NOT NULL,
	"state_reason" text,
	"progress" jsonb NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"content_hash" text DEFAULT '' NOT NULL,
	"chars" integer DEFAULT 0 NOT NULL,
	"chunks" integer DEFAULT 0 NOT NULL,
	"next_read_at" timestamp(3) with time zone,
	"last_read_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_terms" (
	"workspace_uid" text NOT NULL,
	"agent_id" text,
	"lexeme" text,
	"chunks" integer NOT NULL,
	CONSTRAINT "knowledge_terms_pkey" PRIMARY KEY("agent_id","lexeme")
);
--> statement-breakpoint
CREATE TABLE "knowledge_totals" (
	"agent_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"chunks" integer NOT NULL,
	"length" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text,
	"conversation_id" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"workspace_uid" text,
	"user_id" text,
	"permissions" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_members_pkey" PRIMARY KEY("workspace_uid","user_id")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"uid" text PRIMARY KEY,
	"owner_user_id" text NOT NULL,
	"workspace_name" text NOT NULL,
	"workspace_photo_url" text DEFAULT '' NOT NULL,
	"secret_hash" text NOT NULL UNIQUE,
	"secret_last4" text NOT NULL,
	"has_ever_paid" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "agents_workspace_uid_created_at_index" ON "agents" ("workspace_uid","created_at");--> statement-breakpoint
CREATE INDEX "credit_accounts_workspace_uid_index" ON "credit_accounts" ("workspace_uid");--> statement-breakpoint
CREATE INDEX "credit_holds_state_expires_at_index" ON "credit_holds" ("state","expires_at");--> statement-breakpoint
CREATE INDEX "credit_transfers_workspace_uid_created_at_index" ON "credit_transfers" ("workspace_uid","created_at");--> statement-breakpoint
CREATE INDEX "usage_entries_workspace_uid_ts_id_index" ON "usage_entries" ("workspace_uid","ts","id");--> statement-breakpoint
CREATE INDEX "conversation_events_created_at_index" ON "conversation_events" ("created_at");--> statement-breakpoint
CREATE INDEX "conversations_agent_id_last_message_at_index" ON "conversations" ("agent_id","last_message_at");--> statement-breakpoint
CREATE INDEX "conversations_lease_until_index" ON "conversations" ("lease_until");--> statement-breakpoint
CREATE INDEX "messages_conversation_id_position_index" ON "messages" ("conversation_id","position");--> statement-breakpoint
CREATE INDEX "messages_agent_id_is_unknown_created_at_index" ON "messages" ("agent_id","is_unknown","created_at");--> statement-breakpoint
CREATE INDEX "messages_state_index" ON "messages" ("state");--> statement-breakpoint
CREATE INDEX "credentials_workspace_uid_index" ON "credentials" ("workspace_uid");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_uid_position_index" ON "audit_entries" ("workspace_uid","position");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_relayed_at_position_index" ON "outbox" ("relayed_at","position");--> statement-breakpoint
CREATE INDEX "rate_windows_window_start_index" ON "rate_windows" ("window_start");--> statement-breakpoint
CREATE INDEX "accounts_user_id_index" ON "accounts" ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" ("identifier");--> statement-breakpoint
CREATE INDEX "knowledge_chunks_document_id_position_index" ON "knowledge_chunks" ("document_id","position");--> statement-breakpoint
CREATE INDEX "knowledge_documents_agent_id_parent_id_created_at_index" ON "knowledge_documents" ("agent_id","parent_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_documents_parent_id_url_index" ON "knowledge_documents" ("parent_id","url");--> statement-breakpoint
CREATE INDEX "knowledge_documents_next_read_at_index" ON "knowledge_documents" ("next_read_at");--> statement-breakpoint
CREATE INDEX "files_workspace_uid_index" ON "files" ("workspace_uid");--> statement-breakpoint
CREATE INDEX "files_conversation_id_index" ON "files" ("conversation_id");--> statement-breakpoint
CREATE INDEX "workspace_members_user_id_index" ON "workspace_members" ("user_id");--> statement-breakpoint
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_account_credit_accounts_id_fkey" FOREIGN KEY ("account") REFERENCES "credit_accounts"("id");--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_debit_account_credit_accounts_id_fkey" FOREIGN KEY ("debit_account") REFERENCES "credit_accounts"("id");--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_credit_account_credit_accounts_id_fkey" FOREIGN KEY ("credit_account") REFERENCES "credit_accounts"("id");--> statement-breakpoint
ALTER TABLE "agent_daily_counts" ADD CONSTRAINT "agent_daily_counts_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversation_events" ADD CONSTRAINT "conversation_events_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "knowledge_chunks" ADD CONSTRAINT "knowledge_chunks_document_id_knowledge_documents_id_fkey" FOREIGN KEY ("document_id") REFERENCES "knowledge_documents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "knowledge_documents" ADD CONSTRAINT "knowledge_documents_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "knowledge_documents" ADD CONSTRAINT "knowledge_documents_parent_id_knowledge_documents_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "knowledge_documents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "knowledge_terms" ADD CONSTRAINT "knowledge_terms_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "knowledge_totals" ADD CONSTRAINT "knowledge_totals_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_uid_workspaces_uid_fkey" FOREIGN KEY ("workspace_uid") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_owner_user_id_users_id_fkey" FOREIGN KEY ("owner_user_id") REFERENCES "users"("id");