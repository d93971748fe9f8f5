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
