-- The last conversation of a person at a provider was erased: what is known of them goes with it, unless they write at this moment.
create or replace function forget_channel_thread() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  -- What a simulated phone showed of it, and of what else was said there.
  delete from simulated_lines l where l.workspace_uid = old.workspace_uid and l.thread_id = old.thread_id;
  delete from channel_threads t
  where t.workspace_uid = old.workspace_uid and t.id = old.thread_id
    and not exists (select from channel_conversations c where c.thread_id = t.id)
    and not exists (select from channel_inbox i where i.workspace_uid = t.workspace_uid and i.thread_id = t.id and i.payload is not null);
  return null;
end $$;
