-- A visitor's turn in few round trips: each function is one step of it and one transaction. They run with the caller's rights
-- (`Database.call` has taken role and workspace), so that row-level security holds inside of them; they store and reserve,
-- what is decided is decided by the caller. Whatever adds to a conversation locks its row first.

-- Counts one message of an agent's month where that keeps to `p_limit` (null is none): false, and nothing counted, where not.
create function count_message(p_workspace text, p_agent text, p_month text, p_limit int) returns boolean language plpgsql as $$
begin
  if p_limit < 1 then return false; end if;
  insert into agent_months as m (agent_id, workspace_uid, month, messages) values (p_agent, p_workspace, p_month, 1)
  on conflict (workspace_uid, agent_id, month) do update set messages = m.messages + 1
  where p_limit is null or m.messages < p_limit;
  return found;
end $$;
--> statement-breakpoint
-- Stores a visitor's message, the reply that is owed for it and their events. Outcomes: 'accepted', 'repeated' (the same id and
-- text: what the first sending did), 'mismatch' (the id with another text), 'limit', 'not_published', 'not_found'.
-- `p_reply` is the id of the reply unless one waits already: a burst is answered by one reply, which then stands after it.
create function accept_message(
  p_workspace text, p_conversation text, p_message text, p_text text, p_attachments jsonb, p_reply text,
  p_said jsonb, p_queued jsonb, p_now timestamptz
) returns json language plpgsql as $$
declare
  c record;
  earlier record;
  agent record;
  v_waiting text;
  v_position int;
begin
  select agent_id, is_test, last_event_seq as seq into c from conversations
  where workspace_uid = p_workspace and id = p_conversation for update;
  if not found then return json_build_object('outcome', 'not_found'); end if;

  select text, reply_id into earlier from messages
  where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_message;
  if found then
    if earlier.text = p_text and earlier.reply_id is not null then
      return json_build_object('outcome', 'repeated', 'replyId', earlier.reply_id);
    end if;
    return json_build_object('outcome', 'mismatch');
  end if;

  select v.number, (v.settings #>> '{limits,messagesLimit}')::int as messages_limit into agent
  from agents a left join agent_versions v on v.agent_id = a.id and v.number = a.published_version
  where a.workspace_uid = p_workspace and a.id = c.agent_id and a.deleted_at is null;
  if not found then return json_build_object('outcome', 'not_found'); end if;
  if not c.is_test then
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
  insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, reply_id, attachments, created_at)
  values (p_workspace, p_conversation, c.agent_id, p_message, v_position, 'visitor', 'complete', p_text,
    coalesce(v_waiting, p_reply), p_attachments, p_now);
  insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
  values (p_workspace, p_conversation, c.seq + 1, 'message', p_said);
  if v_waiting is null then
    insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, created_at)
    values (p_workspace, p_conversation, c.agent_id, p_reply, v_position + 1, 'agent', 'queued', '', p_now);
    insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
    values (p_workspace, p_conversation, c.seq + 2, 'status', p_queued);
  else
    update messages set position = v_position + 1
    where workspace_uid = p_workspace and conversation_id = p_conversation and id = v_waiting;
  end if;
  update conversations set last_event_seq = c.seq + case when v_waiting is null then 2 else 1 end, last_message_at = p_now
  where workspace_uid = p_workspace and id = p_conversation;
  return json_build_object('outcome', 'accepted', 'replyId', coalesce(v_waiting, p_reply),
    'isNewReply', v_waiting is null, 'seq', c.seq);
end $$;
--> statement-breakpoint
-- The oldest reply that a conversation owes, with what is needed to answer it: the conversation, the newest `p_most` messages
-- (oldest first) and the number of the agent's published version (null: deleted or taken offline). Null where nothing is owed.
-- Locks nothing: `begin_reply` refuses where an event came in between.
create function find_owed_reply(p_workspace text, p_conversation text, p_most int) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'agentId', c.agent_id, 'isTest', c.is_test, 'lang', c.lang, 'variables', c.variables, 'seq', c.last_event_seq,
      'leaseOwner', c.lease_owner, 'leaseUntil', c.lease_until,
      'publishedVersion', (
        select a.published_version from agents a
        where a.workspace_uid = p_workspace and a.id = c.agent_id and a.deleted_at is null
      ),
      'reply', json_build_object('id', r.id, 'state', r.state, 'attempts', r.attempts, 'createdAt', r.created_at),
      'history', (
        select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role, 'state', m.state, 'text', m.text,
          'replyId', m.reply_id, 'isUnknown', m.is_unknown) order by m.position), '[]')
        from (
          select * from messages
          where workspace_uid = p_workspace and conversation_id = p_conversation order by position desc limit p_most
        ) m
      )
    )
    from conversations c
    cross join lateral (
      select id, state, attempts, created_at from messages
      where workspace_uid = p_workspace and conversation_id = p_conversation
        and role = 'agent' and state in ('queued', 'streaming')
      order by position limit 1
    ) r
    where c.workspace_uid = p_workspace and c.id = p_conversation
  );
end $$;
--> statement-breakpoint
-- Begins an attempt at a reply that was found at event `p_seq`: takes the lease, stores the event that begins it, and sets
-- `p_amount` aside (null: nothing, the attempt will be refused). Outcomes: those of `credit_hold`, 'refused' without an amount,
-- 'moved' (another event came in between: look again) and 'leased' (another worker answers).
create function begin_reply(
  p_workspace text, p_conversation text, p_reply text, p_seq bigint, p_owner text, p_now timestamptz, p_until timestamptz,
  p_event jsonb, p_month text, p_amount bigint, p_month_limit bigint, p_expires timestamptz
) returns json language plpgsql as $$
declare
  c record;
  v_stop boolean;
  v_outcome text := 'refused';
begin
  select agent_id, last_event_seq as seq, lease_owner, lease_until into c from conversations
  where workspace_uid = p_workspace and id = p_conversation for update;
  if not found or c.seq <> p_seq then return json_build_object('outcome', 'moved'); end if;
  if c.lease_owner <> p_owner and c.lease_until > p_now then return json_build_object('outcome', 'leased'); end if;
  update messages set state = 'streaming', attempts = attempts + 1, text = ''
  where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_reply
  returning stop_requested into v_stop;
  insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
  values (p_workspace, p_conversation, p_seq + 1, 'status', p_event);
  update conversations set last_event_seq = p_seq + 1, lease_owner = p_owner, lease_until = p_until
  where workspace_uid = p_workspace and id = p_conversation;
  if p_amount is not null then
    v_outcome := credit_hold(p_workspace, p_reply, c.agent_id, p_month, p_amount, p_month_limit, p_expires);
    if v_outcome = 'mismatch' then raise exception 'reply % is the turn of another agent', p_reply; end if;
  end if;
  return json_build_object('outcome', v_outcome, 'isStopRequested', v_stop);
end $$;
--> statement-breakpoint
-- Ends a reply: charges it (`p_amount` null: nothing was held), stores what it says and the closing event. Messages that joined
-- it after its prompt was made (`p_known` are those that stood in it) get a reply of their own, `p_next`. The lease is given
-- back unless another reply is owed.
create function finish_reply(
  p_workspace text, p_conversation text, p_reply text, p_text text, p_result jsonb, p_amount bigint, p_feature text,
  p_event text, p_data jsonb, p_known text[], p_next text, p_queued jsonb, p_now timestamptz
) returns json language plpgsql as $$
declare
  v_seq bigint;
  v_late text[];
  v_owed boolean;
  v_charged bigint := 0;
  v_credits jsonb;
begin
  select last_event_seq into v_seq from conversations
  where workspace_uid = p_workspace and id = p_conversation for update;
  -- Locked where the conversation was erased meanwhile as well: what the model cost is charged all the same.
  if p_amount is not null then
    v_charged := credit_settle(p_workspace, p_reply, p_amount, p_feature, p_conversation);
    if v_charged is null then raise exception 'reply % was never held', p_reply; end if;
  end if;
  if v_seq is null then return null; end if;
  v_credits := to_jsonb(trim_scale(v_charged / 1000000.0));

  update messages set
    state = p_result ->> 'state',
    text = p_text,
    citations = coalesce(p_result -> 'citations', citations),
    is_unknown = coalesce((p_result ->> 'isUnknown')::boolean, is_unknown),
    trace = case when jsonb_typeof(p_result -> 'trace') = 'object' then p_result -> 'trace' || jsonb_build_object('credits', v_credits) end,
    credits_micro = v_charged
  where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_reply;
  insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
  values (p_workspace, p_conversation, v_seq + 1, p_event,
    case when p_event = 'done' then p_data || jsonb_build_object('credits', v_credits) else p_data end);

  select array_agg(id) into v_late from messages
  where workspace_uid = p_workspace and conversation_id = p_conversation and reply_id = p_reply and not id = any (p_known);
  if v_late is not null then
    insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, created_at)
    select p_workspace, p_conversation, min(agent_id), p_next, max(position) + 1, 'agent', 'queued', '', p_now
    from messages where workspace_uid = p_workspace and conversation_id = p_conversation;
    update messages set reply_id = p_next
    where workspace_uid = p_workspace and conversation_id = p_conversation and id = any (v_late);
    insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
    values (p_workspace, p_conversation, v_seq + 2, 'status', p_queued);
  end if;
  v_owed := exists (
    select from messages where workspace_uid = p_workspace and conversation_id = p_conversation
      and role = 'agent' and state in ('queued', 'streaming')
  );
  update conversations set
    last_event_seq = v_seq + case when v_late is null then 1 else 2 end,
    last_message_at = p_now,
    lease_owner = case when v_owed then lease_owner end,
    lease_until = case when v_owed then lease_until end
  where workspace_uid = p_workspace and id = p_conversation;
  return json_build_object('seq', v_seq, 'charged', v_charged::text, 'isLate', v_late is not null, 'isOwed', v_owed);
end $$;
--> statement-breakpoint
-- Counts one request against each window (key, start, most): true, or false and nothing written where one is seen to be full.
-- Rows are taken in the order of their keys, so that no two requests wait for each other. Another request may fill a window
-- between the look and the write: then it raises AR001, for the rest of this one must not count either. A count may be lost
-- in a crash; that is worth no wait for the disk.
create function take_rates(p_workspace text, p_keys text[], p_starts timestamptz[], p_most int[]) returns json language plpgsql as $$
declare v_taken int;
begin
  perform set_config('synchronous_commit', 'off', true);
  if exists (
    select from unnest(p_keys, p_starts, p_most) as w (key, start, most)
    join rate_windows f on f.key = w.key and f.window_start = w.start where f.used >= w.most
  ) then return 'false'; end if;
  insert into rate_windows as r (key, window_start, used)
  select w.key, w.start, 1 from unnest(p_keys, p_starts) as w (key, start) order by w.key
  on conflict (key, window_start) do update set used = r.used + 1
  where r.used < p_most[array_position(p_keys, excluded.key)];
  get diagnostics v_taken = row_count;
  if v_taken < cardinality(p_keys) then
    raise exception 'a window filled meanwhile' using errcode = 'AR001';
  end if;
  return 'true';
end $$;
