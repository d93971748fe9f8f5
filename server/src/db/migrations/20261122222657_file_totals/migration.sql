CREATE TABLE "file_totals" (
	"workspace_uid" text,
	"purpose" text,
	"bytes" bigint NOT NULL,
	CONSTRAINT "file_totals_pkey" PRIMARY KEY("workspace_uid","purpose")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "unnamed_since" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "files_unnamed_since_index" ON "files" ("unnamed_since") WHERE ("unnamed_since" is not null);
--> statement-breakpoint
-- Bytes of a workspace's files, by what they are for. Its row is the queue of whoever adds: who counted sees what others did.
create or replace function note_added_files() returns trigger language plpgsql as $$
begin
  insert into file_totals as t (workspace_uid, purpose, bytes)
  select workspace_uid, case when conversation_id is not null then 'visitor' when agent_id is not null then 'document' else 'other' end, sum(bytes)
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
    select workspace_uid, case when conversation_id is not null then 'visitor' when agent_id is not null then 'document' else 'other' end as purpose,
      sum(bytes) as bytes
    from removed group by 1, 2
  ) gone
  where t.workspace_uid = gone.workspace_uid and t.purpose = gone.purpose;
  return null;
end $$;
--> statement-breakpoint
select tenant_isolation('file_totals'::regclass, 'workspace_uid');
--> statement-breakpoint
grant select, insert, update, delete on file_totals to app_tenant, app_system;
--> statement-breakpoint
create trigger note_added_files after insert on files referencing new table as added
  for each statement execute function note_added_files();
--> statement-breakpoint
create trigger note_removed_files after delete on files referencing old table as removed
  for each statement execute function note_removed_files();
--> statement-breakpoint
set role app_system;
--> statement-breakpoint
insert into file_totals (workspace_uid, purpose, bytes)
select workspace_uid, case when conversation_id is not null then 'visitor' when agent_id is not null then 'document' else 'other' end, sum(bytes)
from files group by 1, 2;
--> statement-breakpoint
-- Whether a message names one is found out once.
update files set unnamed_since = created_at where conversation_id is not null;
--> statement-breakpoint
reset role;
