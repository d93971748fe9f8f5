-- What came in a conversation after the message `p_after` (null: after none) that its visitor did not write and comes back for, and
-- whether more may come: a person is asked for or holds it, or the agent owes a reply. Null where there is no such conversation.
-- Each page on which a visitor waits asks it every 20 s: it reads one row and what stands after one place of an index.
create or replace function count_unread(p_workspace text, p_conversation text, p_after text) returns json language plpgsql stable as $$
declare
  v_after integer := 0;
begin
  -- A query of its own: within the next one, null for `p_after` was planned as a reading of all messages.
  if p_after is not null then
    v_after := coalesce((
      select position from messages where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_after
    ), 0);
  end if;
  return (
    select json_build_object('count', m.said, 'isAwaited', c.handoff <> 'bot' or m.is_owed)
    from conversations c
    cross join lateral (
      select
        count(*) filter (where role <> 'visitor' and state = 'complete' and not (role = 'system' and operator is not null)) as said,
        coalesce(bool_or(state in ('queued', 'streaming')), false) as is_owed
      from messages
      where workspace_uid = p_workspace and conversation_id = p_conversation and position > v_after
    ) m
    where c.workspace_uid = p_workspace and c.id = p_conversation
  );
end $$;
