-- The only writers of the credit tables. They run with the caller's rights, so that row-level security holds inside of them.
-- All lock in one order (hold, agent's month, account) and touch the account, which every turn of a workspace shares, last:
-- its lock is the queue, and lasts until the commit.

-- Sets `p_amount` aside for one turn: 'new', the state of the hold that is there already, 'no_credits' or 'spend_limit'.
-- The three limits (id, agent's month, account's floor) are reserved by the writes themselves; a refusal undoes what came
-- before it through the sub-transaction, so that the same turn may ask again. Asking for an open hold prolongs it.
create function credit_hold(p_workspace text, p_turn text, p_agent text, p_month text, p_amount bigint, p_month_limit bigint, p_expires timestamptz)
returns text language plpgsql as $$
declare existing credit_holds%rowtype;
begin
  insert into credit_holds (workspace_uid, id, agent_id, month, amount, expires_at)
  values (p_workspace, p_turn, p_agent, p_month, p_amount, p_expires)
  on conflict (workspace_uid, id) do nothing;
  if not found then
    update credit_holds set expires_at = greatest(expires_at, p_expires)
    where workspace_uid = p_workspace and id = p_turn and agent_id = p_agent and state = 'held';
    if found then return 'held'; end if;
    select * into existing from credit_holds where workspace_uid = p_workspace and id = p_turn;
    return case when existing.agent_id = p_agent then existing.state else 'mismatch' end;
  end if;
  update agent_months set held = held + p_amount
  where workspace_uid = p_workspace and agent_id = p_agent and month = p_month
    and (p_month_limit is null or spent + held + p_amount <= p_month_limit);
  if not found then
    -- Over the limit, or the first of this month. Two firsts at once meet at the key; the second one asks the limit anew.
    insert into agent_months (agent_id, workspace_uid, month) values (p_agent, p_workspace, p_month) on conflict (workspace_uid, agent_id, month) do nothing;
    update agent_months set held = held + p_amount
    where workspace_uid = p_workspace and agent_id = p_agent and month = p_month
      and (p_month_limit is null or spent + held + p_amount <= p_month_limit);
    if not found then raise exception using errcode = 'AC002'; end if;
  end if;
  update credit_accounts set held = held + p_amount
  where id = 'workspace:' || p_workspace and workspace_uid = p_workspace and balance - held >= p_amount;
  if not found then raise exception using errcode = 'AC001'; end if;
  return 'new';
exception
  when sqlstate 'AC001' then return 'no_credits';
  when sqlstate 'AC002' then return 'spend_limit';
end $$;
--> statement-breakpoint
-- Ends a hold once, settled at `p_amount` (never more than was held) or voided where that is 0, with its usage line. Returns
-- what was charged, at a second call what the first one charged, and null for a turn that was never held. With `p_expired_by`
-- it ends only a hold that is over by then.
create function credit_settle(p_workspace text, p_turn text, p_amount bigint, p_feature text, p_conversation text, p_expired_by timestamptz default null)
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
    values (p_workspace, 'turn:' || p_turn, 'workspace:' || p_workspace, 'platform:revenue', hold.settled, 'turn');
    insert into usage_entries (workspace_uid, id, amount, direction, caused_by, agent_id, feature_key, conversation_id)
    values (p_workspace, 'turn:' || p_turn, hold.settled, 'decrease', 'agent', hold.agent_id, p_feature, p_conversation);
  end if;
  update agent_months set held = held - hold.amount, spent = spent + hold.settled
  where workspace_uid = p_workspace and agent_id = hold.agent_id and month = hold.month;
  update credit_accounts set held = held - hold.amount, balance = balance - hold.settled
  where id = 'workspace:' || p_workspace and workspace_uid = p_workspace;
  if not found then raise exception 'workspace % has no credit account', p_workspace; end if;
  return hold.settled;
end $$;
--> statement-breakpoint
-- Gives credits once per id: 'new', 'existing', or 'mismatch' where the id stands for another sum or feature.
create function credit_grant(p_workspace text, p_id text, p_amount bigint, p_feature text) returns text language plpgsql as $$
begin
  insert into credit_transfers (workspace_uid, id, debit_account, credit_account, amount, kind)
  values (p_workspace, 'grant:' || p_id, 'platform:grants', 'workspace:' || p_workspace, p_amount, p_feature)
  on conflict (workspace_uid, id) do nothing;
  if not found then
    perform from credit_transfers
    where workspace_uid = p_workspace and id = 'grant:' || p_id and amount = p_amount and kind = p_feature;
    return case when found then 'existing' else 'mismatch' end;
  end if;
  insert into usage_entries (workspace_uid, id, amount, direction, caused_by, feature_key)
  values (p_workspace, 'grant:' || p_id, p_amount, 'increase', 'feature', p_feature);
  insert into credit_accounts (id, workspace_uid, balance) values ('workspace:' || p_workspace, p_workspace, p_amount)
  on conflict (id) do update set balance = credit_accounts.balance + excluded.balance;
  return 'new';
end $$;
