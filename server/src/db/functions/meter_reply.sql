-- Before a model is asked, and while it answers: keeps `p_amount` held for the reply and notes what it has cost by then
-- (`p_spent`, which only grows), so that an attempt whose worker dies is not forgotten. Outcomes: those of `credit_raise`, and
-- 'lost' for a worker that does not hold the conversation's lease.
create or replace function meter_reply(
  p_workspace text, p_conversation text, p_reply text, p_owner text, p_attempt int, p_spent bigint, p_amount bigint,
  p_month_limit bigint, p_expires timestamptz
) returns json language plpgsql as $$
declare v_outcome text;
begin
  perform from conversations where workspace_uid = p_workspace and id = p_conversation
    and lease_owner = p_owner and lease_attempt = p_attempt for update;
  if not found then return '"lost"'; end if;
  v_outcome := credit_raise(p_workspace, p_reply, p_amount, p_month_limit, p_expires);
  if v_outcome = 'held' then
    update messages set spent_micro = greatest(spent_micro, p_spent)
    where workspace_uid = p_workspace and conversation_id = p_conversation and id = p_reply;
  end if;
  return to_json(v_outcome);
end $$;
