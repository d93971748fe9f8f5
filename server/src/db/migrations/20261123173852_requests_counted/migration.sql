-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
-- Puts a conversation into the inbox: a person is wanted (`p_missed`: nobody is there for it), or `p_operator` has taken it over. What is
-- open already keeps its place and whoever works on it; what was closed begins anew. True where it was not open before. The caller
-- holds the conversation's lock.
create or replace function open_inbox_item(
  p_workspace text, p_conversation text, p_agent text, p_missed boolean, p_operator jsonb, p_now timestamptz
) returns boolean language plpgsql as $$
declare
  v_state text;
begin
  select state into v_state from inbox_items where workspace_uid = p_workspace and conversation_id = p_conversation;
  insert into inbox_items as i (conversation_id, workspace_uid, agent_id, opened_at, visitor_at, present_at, is_missed, operator, seen_at)
  values (p_conversation, p_workspace, p_agent, p_now, p_now, case when p_operator is null then p_now end, p_missed, p_operator,
    case when p_operator is not null then p_now end)
  on conflict (conversation_id) do update set
    state = 'open',
    opened_at = case when i.state = 'open' then i.opened_at else excluded.opened_at end,
    is_missed = excluded.is_missed,
    operator = coalesce(excluded.operator, case when i.state <> 'closed' then i.operator end),
    visitor_at = case when p_operator is null then excluded.visitor_at else i.visitor_at end,
    present_at = coalesce(excluded.present_at, i.present_at),
    seen_at = coalesce(excluded.seen_at, i.seen_at),
    snoozed_until = null, closed_at = null, closed_by = null;
  -- Also where nobody was there, so that no `handoff` says it: the figures count what the inbox shows.
  if p_operator is null then
    update conversation_facts set requested_at = coalesce(requested_at, p_now)
    where workspace_uid = p_workspace and conversation_id = p_conversation;
  end if;
  return v_state is distinct from 'open';
end $$;
--> statement-breakpoint
-- Who wrote: the first message of a visitor begins the row, with what already stands in the conversation.
create or replace function note_message() returns trigger language plpgsql as $$
begin
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
  from conversations c where c.id = new.conversation_id and not c.is_test
  on conflict (conversation_id) do update set
    visitor_messages = f.visitor_messages + 1, is_ended = false, started_at = least(f.started_at, excluded.started_at);
  return null;
end $$;
