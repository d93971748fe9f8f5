CREATE TABLE "call_recordings" (
	"id" text PRIMARY KEY,
	"workspace_uid" text NOT NULL,
	"agent_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"call_id" text NOT NULL,
	"part" integer NOT NULL,
	"state" text NOT NULL,
	"file_id" text,
	"bytes" integer DEFAULT 0 NOT NULL,
	"ms" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"phone_number_id" text,
	"vendor_call_id" text DEFAULT '' NOT NULL,
	"vendor_id" text DEFAULT '' NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"lease_attempt" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "consent" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "consent_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "is_recording" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "call_recordings_workspace_uid_call_id_part_index" ON "call_recordings" ("workspace_uid","call_id","part");--> statement-breakpoint
CREATE INDEX "call_recordings_workspace_uid_conversation_id_index" ON "call_recordings" ("workspace_uid","conversation_id");--> statement-breakpoint
CREATE INDEX "call_recordings_workspace_uid_id_index" ON "call_recordings" ("workspace_uid","id");--> statement-breakpoint
CREATE INDEX "call_recordings_expires_at_index" ON "call_recordings" ("expires_at");--> statement-breakpoint
CREATE INDEX "call_recordings_due" ON "call_recordings" ("next_at") WHERE ("next_at" is not null);
--> statement-breakpoint
-- Bytes of a workspace's files, by what they are for. Its row is the queue of whoever adds: who counted sees what others did.
create or replace function note_added_files() returns trigger language plpgsql as $$
begin
  insert into file_totals as t (workspace_uid, purpose, bytes)
  select workspace_uid, case when is_recording then 'recording' when conversation_id is not null then 'visitor' when agent_id is not null then 'document' else 'other' end, sum(bytes)
  from added group by 1, 2 order by 1, 2
  on conflict (workspace_uid, purpose) do update set bytes = t.bytes + excluded.bytes;
  return null;
end $$;
--> statement-breakpoint
-- As `note_added_files`, of what is deleted.
create or replace function note_removed_files() returns trigger language plpgsql as $$
begin
  update file_totals t set bytes = t.bytes - gone.bytes
  from (
    select workspace_uid, case when is_recording then 'recording' when conversation_id is not null then 'visitor' when agent_id is not null then 'document' else 'other' end as purpose,
      sum(bytes) as bytes
    from removed group by 1, 2
  ) gone
  where t.workspace_uid = gone.workspace_uid and t.purpose = gone.purpose;
  return null;
end $$;
--> statement-breakpoint
select tenant_isolation('call_recordings'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on call_recordings to app_tenant, app_system;
