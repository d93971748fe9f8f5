-- What a person did with a conversation: asked for, claimed, rated, ended.
create or replace function note_conversation() returns trigger language plpgsql as $$
begin
  update conversation_facts set
    requested_at = coalesce(requested_at, case when new.handoff = 'waiting' then new.handoff_since end),
    claimed_at = coalesce(claimed_at, case when new.handoff = 'held' then new.handoff_since end),
    rating = new.rating,
    has_contact = new.contact_email is not null,
    is_ended = coalesce(new.ended_at >= new.last_message_at, false)
  where conversation_id = new.id;
  return null;
end $$;
