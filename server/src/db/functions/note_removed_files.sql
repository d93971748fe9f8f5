-- As `note_added_files`, of what is deleted.
create or replace function note_removed_files() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  update file_totals t set bytes = t.bytes - gone.bytes
  from (
    select workspace_uid, case when is_recording then 'recording' when conversation_id is not null then 'visitor' when agent_id is not null then 'document' else 'other' end as purpose,
      sum(bytes) as bytes
    from removed group by 1, 2
  ) gone
  where t.workspace_uid = gone.workspace_uid and t.purpose = gone.purpose;
  return null;
end $$;
