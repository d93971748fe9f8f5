-- Ends a reply of the worker that holds the conversation's lease (`p_owner`, `p_attempt`; only the release before this one
-- leaves them out); for another it does nothing and answers "lost". Charges it (`p_amount` null: nothing was held), stores what
-- it says and the closing event. Messages that joined it after its prompt was made (`p_known` are those that stood in it) get a
-- reply of their own, `p_next`. The lease is given back unless another reply is owed. While a person holds the conversation none
-- is. `p_result.handoff`, where there is one, is what the agent tells when it asks for a person: `{eventId, payload, data, isAway}` of
-- the outbox and the stream; it counts once, and only where nobody was asked for yet. `isAway`: nobody is there, so that nobody is
-- waited for; the request stands in the inbox as missed. `p_result.flow` is where the conversation is on the canvas by now (`{state, version,
-- dueAt}`), and `p_result.path` what a test of the agent is told of the way there.
create or replace function finish_reply(
  p_workspace text, p_conversation text, p_reply text, p_text text, p_result jsonb, p_amount bigint, p_feature text,
  p_event text, p_data jsonb, p_known text[], p_next text, p_queued jsonb, p_now timestamptz,
  p_owner text default null, p_attempt int default null
) returns json language plpgsql as $$
declare
  v_seq bigint;
  v_owner text;
  v_attempt int;
  v_handoff text;
  v_test boolean;
  v_asks boolean;
  v_away boolean;
  v_agent text;
  v_late text[];
  v_path boolean;
  v_owed boolean;
  v_charged bigint := 0;
  v_credits jsonb;
begin
  select last_event_seq, handoff, is_test, agent_id, lease_owner, lease_attempt into v_seq, v_handoff, v_test, v_agent, v_owner, v_attempt
  from conversations where workspace_uid = p_workspace and id = p_conversation for update;
  if v_seq is not null and p_owner is not null and (v_owner is distinct from p_owner or v_attempt <> p_attempt) then
    return '"lost"';
  end if;
  -- Locked where the conversation was erased meanwhile as well: what the model cost is charged all the same.
  if p_amount is not null then
    v_charged := credit_settle(p_workspace, p_reply, p_amount, p_feature, p_conversation);
    if v_charged is null then raise exception 'reply % was never held', p_reply; end if;
  end if;
  if v_seq is null then return null; end if;
  v_credits := to_jsonb(trim_scale(v_charged / 1000000.0));

  -- Before the message: its trigger looks here for how long the answer took.
  if jsonb_typeof(p_result -> 'trace') = 'object' then
    insert into reply_traces (workspace_uid, conversation_id, message_id, trace, created_at)
    values (p_workspace, p_conversation, p_reply, p_result -> 'trace' || jsonb_build_object('credits', v_credits), p_now)
    on conflict (conversation_id, message_id) do update set trace = excluded.trace, created_at = excluded.created_at;
  end if;
  update messages set
    state = p_result ->> 'state',
    text = p_text,
    citations = coalesce(p_result -> 'citations', citations),
    is_unknown = coalesce((p_result ->> 'isUnknown')::boolean, is_unknown),
    offers_person = coalesce((p_result ->> 'offersPerson')::boolean, offers_person),
    choices = case when jsonb_typeof(p_result -> 'choices') = 'array' then p_result -> 'choices' end,
    credits_micro = v_charged
  where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_reply;
  insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
  values (p_workspace, p_conversation, v_seq + 1, p_event, p_data);

  select array_agg(id) into v_late from messages
  where workspace_uid = p_workspace and conversation_id = p_conversation and reply_id = p_reply and not id = any (p_known)
    and v_handoff = 'bot';
  if v_late is not null then
    insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text, created_at)
    select p_workspace, p_conversation, min(agent_id), p_next, max(position) + 1, 'agent', 'queued', '', p_now
    from messages where workspace_uid = p_workspace and conversation_id = p_conversation;
    update messages set reply_id = p_next
    where workspace_uid = p_workspace and conversation_id = p_conversation and id = any (v_late);
    insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
    values (p_workspace, p_conversation, v_seq + 2, 'status', p_queued);
  end if;
  v_asks := v_handoff = 'bot' and not v_test and coalesce(jsonb_typeof(p_result -> 'handoff') = 'object', false);
  v_away := v_asks and coalesce((p_result #>> '{handoff,isAway}')::boolean, false);
  -- Whoever asks again while the request is open asks once.
  if v_asks and (open_inbox_item(p_workspace, p_conversation, v_agent, v_away, null, p_now) or not v_away) then
    insert into outbox (id, type, workspace_uid, payload)
    values (p_result #>> '{handoff,eventId}', 'person_requested', p_workspace, p_result #> '{handoff,payload}');
  end if;
  v_asks := v_asks and not v_away;
  if v_asks then
    insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
    values (p_workspace, p_conversation, v_seq + case when v_late is null then 2 else 3 end, 'handoff', p_result #> '{handoff,data}');
  end if;
  v_path := v_test and coalesce(jsonb_typeof(p_result -> 'path') = 'array', false);
  if v_path then
    insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
    values (p_workspace, p_conversation, v_seq + 2 + (v_late is not null)::int + v_asks::int, 'flow',
      jsonb_build_object('messageId', p_reply, 'path', p_result -> 'path'));
  end if;
  -- What came in between is looked at once this is stored: a wait that is over, a call that has ended.
  if jsonb_typeof(p_result -> 'flow') = 'object' then
    insert into conversation_flows as f (conversation_id, workspace_uid, agent_id, state, version, due_at, changed_at)
    values (p_conversation, p_workspace, v_agent, p_result #> '{flow,state}', (p_result #>> '{flow,version}')::int,
      (p_result #>> '{flow,dueAt}')::timestamptz, p_now)
    on conflict (conversation_id) do update set state = excluded.state, version = excluded.version, changed_at = excluded.changed_at,
      due_at = case when f.due_at <= p_now then f.due_at else excluded.due_at end;
  end if;
  v_owed := exists (
    select from messages where workspace_uid = p_workspace and conversation_id = p_conversation
      and role = 'agent' and state in ('queued', 'streaming')
  );
  update conversations set
    last_event_seq = v_seq + 1 + (v_late is not null)::int + v_asks::int + v_path::int,
    handoff = case when v_asks then 'waiting' else handoff end,
    handoff_since = case when v_asks then p_now else handoff_since end,
    last_message_at = p_now,
    lease_owner = case when v_owed then lease_owner end,
    lease_until = case when v_owed then lease_until end
  where workspace_uid = p_workspace and id = p_conversation;
  return json_build_object('seq', v_seq, 'charged', v_charged::text, 'isLate', v_late is not null, 'isOwed', v_owed, 'isAsking', v_asks, 'isPathTold', v_path);
end $$;
