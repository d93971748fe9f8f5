-- Begins an attempt at a reply that was found at event `p_seq`: takes the lease, stores the event that begins it, and sets
-- `p_amount` aside (null: nothing, the attempt will be refused). Outcomes: those of `credit_hold`, 'refused' without an amount,
-- 'moved' (another event came in between: look again) and 'leased' (another worker answers). The lease lasts `p_until - p_now`
-- by the database's clock; its number is part of the answer, and whether nine tenths of the credits that pay are used (`isLow`).
create or replace function begin_reply(
  p_workspace text, p_conversation text, p_reply text, p_seq bigint, p_owner text, p_now timestamptz, p_until timestamptz,
  p_event jsonb, p_month text, p_amount bigint, p_month_limit bigint, p_expires timestamptz
) returns json language plpgsql as $$
declare
  c record;
  v_stop boolean;
  v_attempt int;
  v_outcome text := 'refused';
  v_low boolean := false;
begin
  select agent_id, last_event_seq as seq, lease_owner, lease_until into c from conversations
  where workspace_uid = p_workspace and id = p_conversation for update;
  if not found or c.seq <> p_seq then return json_build_object('outcome', 'moved'); end if;
  if c.lease_owner <> p_owner and c.lease_until > clock_timestamp() then return json_build_object('outcome', 'leased'); end if;
  update messages set state = 'streaming', attempts = attempts + 1, text = ''
  where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_reply
  returning stop_requested into v_stop;
  insert into conversation_events (workspace_uid, conversation_id, seq, event, data)
  values (p_workspace, p_conversation, p_seq + 1, 'status', p_event);
  update conversations set last_event_seq = p_seq + 1, lease_owner = p_owner,
    lease_until = clock_timestamp() + (p_until - p_now), lease_attempt = lease_attempt + 1
  where workspace_uid = p_workspace and id = p_conversation
  returning lease_attempt into v_attempt;
  if p_amount is not null then
    v_outcome := credit_hold(p_workspace, p_reply, c.agent_id, p_month, p_amount, p_month_limit, p_expires);
    if v_outcome = 'mismatch' then raise exception 'reply % is the turn of another agent', p_reply; end if;
    if v_outcome in ('new', 'held') then
      select credit_used_percent(account) >= 90 into v_low from credit_holds hold
      join credit_accounts account on account.id = credit_account(p_workspace, hold.org_id) and account.workspace_uid = p_workspace
      where hold.workspace_uid = p_workspace and hold.id = p_reply;
    end if;
  end if;
  return json_build_object('outcome', v_outcome, 'isStopRequested', v_stop, 'leaseAttempt', v_attempt, 'isLow', v_low);
end $$;
