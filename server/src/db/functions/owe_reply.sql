-- Owes one reply for what a visitor wrote since somebody answered them last, under the id `p_reply`, in a conversation that nobody
-- holds any more; the caller has locked its row, and tells the events. 'nothing': all is answered. 'limit': the agent's messages of
-- the month are at their end, and `p_refusal` stands as its failed reply. A reply that was stopped before its first word is no
-- answer. Where the agent was deleted or taken offline the reply is owed all the same: whoever writes it tells the visitor.
create or replace function owe_reply(
  p_workspace text, p_conversation text, p_reply text, p_refusal text, p_now timestamptz
) returns text language plpgsql as $$
declare
  v_agent text;
  v_environment text;
  v_limit int;
  v_answered int;
  v_last int;
  v_open text[];
begin
  select agent_id, environment into v_agent, v_environment from conversations where workspace_uid = p_workspace and id = p_conversation;
  select coalesce(max(position), 0),
    coalesce(max(position) filter (where role = 'operator' or (role = 'agent' and not (state = 'stopped' and text = ''))), 0)
  into v_last, v_answered
  from messages where workspace_uid = p_workspace and conversation_id = p_conversation;
  select array_agg(id) into v_open from messages
  where workspace_uid = p_workspace and conversation_id = p_conversation and role = 'visitor' and position > v_answered;
  if v_open is null then return 'nothing'; end if;

  select (v.settings #>> '{limits,messagesLimit}')::int into v_limit
  from agents a join agent_versions v on v.agent_id = a.id
    and v.number = case v_environment when 'staging' then coalesce(a.staging_version, a.published_version) else a.published_version end
  where a.workspace_uid = p_workspace and a.id = v_agent and a.deleted_at is null;
  if not count_message(p_workspace, v_agent, to_char(p_now at time zone 'UTC', 'YYYY-MM'), v_limit) then
    insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, created_at)
    values (p_workspace, p_conversation, v_agent, p_reply, v_last + 1, 'agent', 'failed', p_refusal, p_now);
    return 'limit';
  end if;
  insert into agent_daily_counts as d (agent_id, workspace_uid, day, messages)
  values (v_agent, p_workspace, to_char(p_now at time zone 'UTC', 'YYYY-MM-DD'), 1)
  on conflict (agent_id, day) do update set messages = d.messages + 1;
  insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, created_at)
  values (p_workspace, p_conversation, v_agent, p_reply, v_last + 1, 'agent', 'queued', '', p_now);
  update messages set reply_id = p_reply
  where workspace_uid = p_workspace and conversation_id = p_conversation and id = any (v_open);
  return 'owed';
end $$;
