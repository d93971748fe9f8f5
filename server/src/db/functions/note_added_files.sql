-- Bytes of a workspace's files, by what they are for. Its row is the queue of whoever adds: who counted sees what others did.
create or replace function note_added_files() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  insert into file_totals as t (workspace_uid, purpose, bytes)
  select workspace_uid, case when is_recording then 'recording' when conversation_id is not null then 'visitor' when agent_id is not null then 'document' else 'other' end, sum(bytes)
  from added group by 1, 2 order by 1, 2
  on conflict (workspace_uid, purpose) do update set bytes = t.bytes + excluded.bytes;
  return null;
end $$;
