-- Stores a visitor's message, the reply that is owed for it and their events. Outcomes: 'accepted', 'repeated' (the same id and
-- text: what the first sending did), 'mismatch' (the id with another text), 'limit', 'not_published', 'not_found'.
-- `p_reply` is the id of the reply unless one waits already: a burst is answered by one reply, which then stands after it.
-- While a person is awaited or holds the conversation no reply is owed, and the agent's own limits do not stand between the two.
-- What was closed or snoozed in the inbox opens again, but for thanks (`p_is_thanks`) behind a closed one, which the agent answers: the
-- answer's 'inbox' is true where it is open.
-- `p_page`: what it was written from, kept where the agent records that. `p_choice`: the button that was pressed for it.
-- `p_history`: where nobody answers the conversation yet, the answer has what is owed as well, with so many messages, so that
-- whoever answers need not ask for it (`find_owed_reply`; only the release before this one leaves it out).
create or replace function accept_message(
  p_workspace text, p_conversation text, p_message text, p_text text, p_attachments jsonb, p_reply text,
  p_said jsonb, p_queued jsonb, p_now timestamptz, p_history int default null, p_page jsonb default null, p_choice text default null,
  p_is_thanks boolean default false
) returns json language plpgsql as $$
declare
  c record;
  earlier record;
  agent record;
  v_waiting text;
  v_position int;
  v_inbox boolean;
begin
  select agent_id, is_test, is_simulated, environment, last_event_seq as seq, handoff, coalesce(lease_until > clock_timestamp(), false) as is_leased into c from conversations
  where workspace_uid = p_workspace and id = p_conversation for update;
  if not found then return json_build_object('outcome', 'not_found'); end if;

  select text, role, reply_id into earlier from messages
  where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_message;
  if found then
    if earlier.text = p_text and earlier.role = 'visitor' then
      return json_build_object('outcome', 'repeated', 'replyId', earlier.reply_id, 'handoff', c.handoff);
    end if;
    return json_build_object('outcome', 'mismatch');
  end if;

  select v.number, (v.settings #>> '{limits,messagesLimit}')::int as messages_limit,
    coalesce((v.settings #>> '{privacy,recordsPages}')::boolean, true) as records_pages into agent
  from agents a left join agent_versions v on v.agent_id = a.id
    and v.number = case c.environment when 'staging' then coalesce(a.staging_version, a.published_version) else a.published_version end
  where a.workspace_uid = p_workspace and a.id = c.agent_id and a.deleted_at is null;
  if not found then return json_build_object('outcome', 'not_found'); end if;
  if not c.is_test and c.handoff = 'bot' then
    if agent.number is null then return json_build_object('outcome', 'not_published'); end if;
    if c.is_simulated then null;
    elsif not count_message(p_workspace, c.agent_id, to_char(p_now at time zone 'UTC', 'YYYY-MM'), agent.messages_limit) then
      return json_build_object('outcome', 'limit');
    end if;
    if not c.is_simulated then
      insert into agent_daily_counts as d (agent_id, workspace_uid, day, messages)
      values (c.agent_id, p_workspace, to_char(p_now at time zone 'UTC', 'YYYY-MM-DD'), 1)
      on conflict (agent_id, day) do update set messages = d.messages + 1;
    end if;
  end if;

  select coalesce(max(position), 0) + 1, max(id) filter (where role = 'agent' and state = 'queued')
  into v_position, v_waiting
  from messages where workspace_uid = p_workspace and conversation_id = p_conversation;
  if not agent.records_pages then p_page := null; end if;
  insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, choice_id, reply_id, attachments, created_at)
  values (p_workspace, p_conversation, c.agent_id, p_message, v_position, 'visitor', 'complete', p_text, p_choice,
    case when c.handoff = 'bot' then coalesce(v_waiting, p_reply) end, p_attachments, p_now);
  insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
  values (p_workspace, p_conversation, c.seq + 1, 'message', p_said);
  update inbox_items set
    visitor_at = p_now, present_at = p_now, read_at = p_now, state = 'open', opened_at = case when state = 'open' then opened_at else p_now end,
    snoozed_until = null, closed_at = null, closed_by = null
  where workspace_uid = p_workspace and conversation_id = p_conversation
    and not (p_is_thanks and state = 'closed' and c.handoff = 'bot')
  returning true into v_inbox;
  if c.handoff <> 'bot' then
    update conversations set last_event_seq = c.seq + 1, last_message_at = p_now, visit = with_page(visit, p_page)
    where workspace_uid = p_workspace and id = p_conversation;
    return json_build_object('outcome', 'accepted', 'replyId', null, 'isNewReply', false, 'seq', c.seq, 'handoff', c.handoff, 'inbox', coalesce(v_inbox, false));
  end if;
  if v_waiting is null then
    insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, created_at)
    values (p_workspace, p_conversation, c.agent_id, p_reply, v_position + 1, 'agent', 'queued', '', p_now);
    insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
    values (p_workspace, p_conversation, c.seq + 2, 'status', p_queued);
  else
    update messages set position = v_position + 1
    where workspace_uid = p_workspace and conversation_id = p_conversation and id = v_waiting;
  end if;
  update conversations set last_event_seq = c.seq + case when v_waiting is null then 2 else 1 end, last_message_at = p_now, visit = with_page(visit, p_page)
  where workspace_uid = p_workspace and id = p_conversation;
  return json_build_object('outcome', 'accepted', 'replyId', coalesce(v_waiting, p_reply),
    'isNewReply', v_waiting is null, 'seq', c.seq, 'handoff', c.handoff, 'inbox', coalesce(v_inbox, false),
    'owed', case when p_history is not null and not c.is_leased then find_owed_reply(p_workspace, p_conversation, p_history) end);
end $$;
