-- Ends a hold once, settled at `p_amount` (never more than was held) or voided where that is 0, with its usage line. Returns
-- what was charged, at a second call what the first one charged, and null for a turn that was never held. With `p_expired_by`
-- it ends only a hold that is over by then.
create or replace function credit_settle(p_workspace text, p_turn text, p_amount bigint, p_feature text, p_conversation text, p_expired_by timestamptz default null)
returns bigint language plpgsql as $$
declare hold credit_holds%rowtype;
begin
  if p_amount is null or p_amount < 0 then raise exception 'a turn cannot be settled at % micro-credits', p_amount; end if;
  update credit_holds
  set settled = least(p_amount, amount), state = case when p_amount > 0 then 'settled' else 'voided' end
  where workspace_uid = p_workspace and id = p_turn and state = 'held' and (p_expired_by is null or expires_at <= p_expired_by)
  returning * into hold;
  if not found then
    return (select case when state <> 'held' then settled else 0 end from credit_holds where workspace_uid = p_workspace and id = p_turn);
  end if;
  if hold.settled > 0 then
    insert into credit_transfers (workspace_uid, id, debit_account, credit_account, amount, kind)
    values (p_workspace, 'turn:' || p_turn, credit_account(p_workspace, hold.org_id), 'platform:revenue', hold.settled, 'turn');
    insert into usage_entries (workspace_uid, id, amount, direction, caused_by, agent_id, feature_key, conversation_id, org_id)
    values (p_workspace, 'turn:' || p_turn, hold.settled, 'decrease', 'agent', hold.agent_id, p_feature, p_conversation, hold.org_id);
  end if;
  update agent_months set held = held - hold.amount, spent = spent + hold.settled
  where workspace_uid = p_workspace and agent_id = hold.agent_id and month = hold.month;
  update credit_accounts set held = held - hold.amount, balance = balance - hold.settled
  where id = credit_account(p_workspace, hold.org_id) and workspace_uid = p_workspace;
  if not found then raise exception 'there is no credit account %', credit_account(p_workspace, hold.org_id); end if;
  return hold.settled;
end $$;
