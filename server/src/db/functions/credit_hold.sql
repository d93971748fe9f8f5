-- Sets `p_amount` aside for one turn: 'new', the state of the hold that is there already, 'no_credits' or 'spend_limit'.
-- The three limits (id, agent's month, account's floor) are reserved by the writes themselves; a refusal undoes what came
-- before it through the sub-transaction, so that the same turn may ask again. Asking for an open hold prolongs it. The account is
-- `paying_org`'s at the moment of the hold, and stays that until the turn ends.
create or replace function credit_hold(p_workspace text, p_turn text, p_agent text, p_month text, p_amount bigint, p_month_limit bigint, p_expires timestamptz)
returns text language plpgsql as $$
declare
  existing credit_holds%rowtype;
  v_org text := paying_org(p_workspace, p_agent);
begin
  insert into credit_holds (workspace_uid, id, agent_id, month, amount, expires_at, org_id)
  values (p_workspace, p_turn, p_agent, p_month, p_amount, p_expires, v_org)
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
  where id = credit_account(p_workspace, v_org) and workspace_uid = p_workspace and balance - held >= p_amount;
  if not found then raise exception using errcode = 'AC001'; end if;
  return 'new';
exception
  when sqlstate 'AC001' then return 'no_credits';
  when sqlstate 'AC002' then return 'spend_limit';
end $$;
