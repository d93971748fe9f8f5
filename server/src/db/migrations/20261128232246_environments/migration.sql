ALTER TABLE "agents" ADD COLUMN "staging_version" integer;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "environment" text DEFAULT 'live' NOT NULL;
--> statement-breakpoint
-- The oldest reply that a conversation owes, with what is needed to answer it: the conversation, the newest `p_most` messages
-- (oldest first), the number of the version that its environment of the agent has (null: deleted or taken offline), whether it is paused and was
-- taught answers, where it is on the agent's canvas, and what the orgs that see the agent want of people taking over. Null where nothing is owed. Locks nothing: `begin_reply` refuses where an event came in
-- between.
create or replace function find_owed_reply(p_workspace text, p_conversation text, p_most int) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'agentId', c.agent_id, 'isTest', c.is_test, 'lang', c.lang, 'variables', c.variables, 'page', c.visit #> '{pages,-1}', 'seq', c.last_event_seq,
      'leaseOwner', c.lease_owner, 'isLeased', coalesce(c.lease_until > clock_timestamp(), false),
      'publishedVersion', (
        select case c.environment when 'staging' then coalesce(a.staging_version, a.published_version) else a.published_version end from agents a
        where a.workspace_uid = p_workspace and a.id = c.agent_id and a.deleted_at is null
      ),
      'isPaused', exists (
        select from agents a where a.workspace_uid = p_workspace and a.id = c.agent_id and a.paused_at is not null
      ),
      'hasTaught', exists (
        select from knowledge_documents d
        where d.workspace_uid = p_workspace and d.agent_id = c.agent_id and d.questions <> '{}'
      ),
      'flow', (
        select f.state from conversation_flows f where f.workspace_uid = p_workspace and f.conversation_id = c.id
      ),
      'orgs', (
        select coalesce(json_agg(json_build_object('disableHandoff', o.disable_handoff, 'settings', o.settings)), '[]')
        from org_agents oa join orgs o on o.id = oa.org_id
        where oa.workspace_uid = p_workspace and oa.agent_id = c.agent_id
      ),
      'reply', json_build_object('id', r.id, 'state', r.state, 'attempts', r.attempts, 'createdAt', r.created_at, 'spentMicro', r.spent_micro),
      'history', (
        select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role, 'state', m.state, 'text', m.text,
          'replyId', m.reply_id, 'choiceId', m.choice_id, 'isUnknown', m.is_unknown) order by m.position), '[]')
        from (
          select * from messages
          where workspace_uid = p_workspace and conversation_id = p_conversation order by position desc limit p_most
        ) m
      )
    )
    from conversations c
    cross join lateral (
      select id, state, attempts, created_at, spent_micro from messages
      where workspace_uid = p_workspace and conversation_id = p_conversation
        and role = 'agent' and state in ('queued', 'streaming')
      order by position limit 1
    ) r
    where c.workspace_uid = p_workspace and c.id = p_conversation
  );
end $$;
--> statement-breakpoint
-- Stores a visitor's message, the reply that is owed for it and their events. Outcomes: 'accepted', 'repeated' (the same id and
-- text: what the first sending did), 'mismatch' (the id with another text), 'limit', 'not_published', 'not_found'.
-- `p_reply` is the id of the reply unless one waits already: a burst is answered by one reply, which then stands after it.
-- While a person is awaited or holds the conversation no reply is owed, and the agent's own limits do not stand between the two.
-- What was closed or snoozed in the inbox opens again: the answer's 'inbox' is true where it is open.
-- `p_page`: what it was written from, kept where the agent records that. `p_choice`: the button that was pressed for it.
-- `p_history`: where nobody answers the conversation yet, the answer has what is owed as well, with so many messages, so that
-- whoever answers need not ask for it (`find_owed_reply`; only the release before this one leaves it out).
create or replace function accept_message(
  p_workspace text, p_conversation text, p_message text, p_text text, p_attachments jsonb, p_reply text,
  p_said jsonb, p_queued jsonb, p_now timestamptz, p_history int default null, p_page jsonb default null, p_choice text default null
) returns json language plpgsql as $$
declare
  c record;
  earlier record;
  agent record;
  v_waiting text;
  v_position int;
  v_inbox boolean;
begin
  select agent_id, is_test, environment, last_event_seq as seq, handoff, coalesce(lease_until > clock_timestamp(), false) as is_leased into c from conversations
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
    if not count_message(p_workspace, c.agent_id, to_char(p_now at time zone 'UTC', 'YYYY-MM'), agent.messages_limit) then
      return json_build_object('outcome', 'limit');
    end if;
    insert into agent_daily_counts as d (agent_id, workspace_uid, day, messages)
    values (c.agent_id, p_workspace, to_char(p_now at time zone 'UTC', 'YYYY-MM-DD'), 1)
    on conflict (agent_id, day) do update set messages = d.messages + 1;
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
--> statement-breakpoint
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
