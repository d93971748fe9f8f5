-- Who wrote: the first message of a visitor begins the row, with what already stands in the conversation.
create or replace function note_message() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  if new.role = 'operator' then
    update conversation_facts set
      operator_messages = operator_messages + 1,
      first_response_ms = coalesce(first_response_ms, epoch_ms(started_at, new.created_at))
    where conversation_id = new.conversation_id;
    return null;
  end if;
  insert into conversation_facts as f (
    conversation_id, workspace_uid, agent_id, country, started_at, visitor_messages, requested_at, claimed_at, rating, has_contact
  )
  select c.id, c.workspace_uid, c.agent_id, c.country, new.created_at, 1,
    coalesce(
      case when c.handoff = 'waiting' then c.handoff_since end,
      (select i.opened_at from inbox_items i where i.workspace_uid = c.workspace_uid and i.conversation_id = c.id and i.operator is null)
    ),
    case when c.handoff = 'held' then c.handoff_since end,
    c.rating, c.contact_email is not null
  from conversations c where c.workspace_uid = new.workspace_uid and c.id = new.conversation_id and not c.is_test and not c.is_simulated
  on conflict (conversation_id) do update set
    visitor_messages = f.visitor_messages + 1, is_ended = false, started_at = least(f.started_at, excluded.started_at);
  return null;
end $$;
