CREATE TABLE "channel_connections" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"handle" text NOT NULL,
	"sealed" bytea NOT NULL,
	"hook_key" text NOT NULL UNIQUE,
	"state" text NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"poll_offset" bigint,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	"quiet_until" timestamp(3) with time zone,
	"last_in_at" timestamp(3) with time zone,
	"last_out_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_conversations" (
	"conversation_id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"thread_id" text NOT NULL,
	"planned_position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_inbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channel_inbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_uid" text NOT NULL,
	"thread_id" text NOT NULL,
	"event_key" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"payload" jsonb,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_sends" (
	"conversation_id" text,
	"message_id" text,
	"part" integer,
	"workspace_uid" text NOT NULL,
	"thread_id" text NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "channel_sends_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"is_of_agent" boolean NOT NULL,
	"payload" jsonb,
	"state" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone,
	"provider_id" text DEFAULT '' NOT NULL,
	"problem" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_sends_pkey" PRIMARY KEY("conversation_id","message_id","part")
);
--> statement-breakpoint
CREATE TABLE "channel_threads" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"connection_id" text NOT NULL,
	"thread" text NOT NULL,
	"is_reachable" boolean DEFAULT true NOT NULL,
	"due_at" timestamp(3) with time zone,
	"wakes" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "channel_connections_workspace_uid_provider_external_id_index" ON "channel_connections" ("workspace_uid","provider","external_id");--> statement-breakpoint
CREATE INDEX "channel_connections_workspace_uid_agent_id_index" ON "channel_connections" ("workspace_uid","agent_id");--> statement-breakpoint
CREATE INDEX "channel_connections_agent_id_index" ON "channel_connections" ("agent_id");--> statement-breakpoint
CREATE INDEX "channel_connections_polled" ON "channel_connections" ("lease_until") WHERE poll_offset is not null;--> statement-breakpoint
CREATE INDEX "channel_conversations_thread_id_created_at_index" ON "channel_conversations" ("thread_id","created_at");--> statement-breakpoint
CREATE INDEX "channel_conversations_workspace_uid_conversation_id_index" ON "channel_conversations" ("workspace_uid","conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_inbox_thread_id_event_key_index" ON "channel_inbox" ("thread_id","event_key");--> statement-breakpoint
CREATE INDEX "channel_inbox_waiting" ON "channel_inbox" ("workspace_uid","thread_id","at","id") WHERE payload is not null;--> statement-breakpoint
CREATE INDEX "channel_inbox_workspace_uid_thread_id_created_at_index" ON "channel_inbox" ("workspace_uid","thread_id","created_at");--> statement-breakpoint
CREATE INDEX "channel_inbox_created_at_index" ON "channel_inbox" ("created_at");--> statement-breakpoint
CREATE INDEX "channel_sends_waiting" ON "channel_sends" ("workspace_uid","thread_id","seq") WHERE state in ('queued', 'sending', 'unsure');--> statement-breakpoint
CREATE INDEX "channel_sends_thread_id_index" ON "channel_sends" ("thread_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_sends_workspace_uid_seq_index" ON "channel_sends" ("workspace_uid","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_threads_connection_id_thread_index" ON "channel_threads" ("connection_id","thread");--> statement-breakpoint
CREATE INDEX "channel_threads_workspace_uid_id_index" ON "channel_threads" ("workspace_uid","id");--> statement-breakpoint
CREATE INDEX "channel_threads_due" ON "channel_threads" ("workspace_uid","due_at") WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE "channel_connections" ADD CONSTRAINT "channel_connections_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "channel_conversations" ADD CONSTRAINT "channel_conversations_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "channel_conversations" ADD CONSTRAINT "channel_conversations_thread_id_channel_threads_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "channel_threads"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "channel_inbox" ADD CONSTRAINT "channel_inbox_thread_id_channel_threads_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "channel_threads"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "channel_sends" ADD CONSTRAINT "channel_sends_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "channel_sends" ADD CONSTRAINT "channel_sends_thread_id_channel_threads_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "channel_threads"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "channel_threads" ADD CONSTRAINT "channel_threads_connection_id_channel_connections_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "channel_connections"("id") ON DELETE CASCADE;
--> statement-breakpoint
-- The last conversation of a person at a provider was erased: what is known of them goes with it, unless they write at this moment.
create or replace function forget_channel_thread() returns trigger language plpgsql as $$
begin
  delete from channel_threads t
  where t.workspace_uid = old.workspace_uid and t.id = old.thread_id
    and not exists (select from channel_conversations c where c.thread_id = t.id)
    and not exists (select from channel_inbox i where i.workspace_uid = t.workspace_uid and i.thread_id = t.id and i.payload is not null);
  return null;
end $$;
--> statement-breakpoint
-- A message of the agent, of a person or of the transcript that has ended: where its conversation is held at a provider, whoever
-- works on that thread looks again.
create or replace function wake_channel() returns trigger language plpgsql as $$
begin
  update channel_threads t set due_at = least(t.due_at, clock_timestamp()), wakes = t.wakes + 1
  from channel_conversations c
  where c.conversation_id = new.conversation_id and t.id = c.thread_id;
  return null;
end $$;
--> statement-breakpoint
select tenant_isolation('channel_connections'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('channel_threads'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('channel_conversations'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('channel_inbox'::regclass, 'workspace_uid');
--> statement-breakpoint
select tenant_isolation('channel_sends'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on channel_connections, channel_threads, channel_conversations, channel_inbox, channel_sends to app_tenant, app_system;
--> statement-breakpoint
create trigger forget_channel_thread after delete on channel_conversations for each row execute function forget_channel_thread();
