-- A message of the agent, of a person or of the transcript that has ended: where its conversation is held at a provider, whoever
-- works on that thread looks again.
create or replace function wake_channel() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  update channel_threads t set due_at = least(t.due_at, clock_timestamp()), wakes = t.wakes + 1
  from channel_conversations c
  where c.conversation_id = new.conversation_id and t.id = c.thread_id;
  return null;
end $$;
