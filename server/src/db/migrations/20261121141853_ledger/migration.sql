insert into credit_accounts (id, workspace_uid, kind) values ('platform:grants', null, 'grants'), ('platform:revenue', null, 'revenue');
--> statement-breakpoint
-- Sets `amount` aside for one turn. The three limits (hold id, agent's month, account's floor) are reserved by the writes
-- themselves; whatever fails undoes the others through the sub-transaction.
create function credit_hold(p_id text, p_workspace text, p_agent text, p_month text, p_amount bigint, p_month_limit bigint, p_expires timestamptz)
returns text language plpgsql as $$
declare existing text;
begin
  insert into credit_holds (id, workspace_uid, account, agent_id, month, amount, expires_at)
  values (p_id, p_workspace, 'workspace:' || p_workspace, p_agent, p_month, p_amount, p_expires)
  on conflict (id) do nothing;
  if not found then
    select state into existing from credit_holds where id = p_id;
    return existing;
  end if;
  if p_agent is not null then
    insert into agent_months (agent_id, workspace_uid, month) values (p_agent, p_workspace, p_month) on conflict do nothing;
    update agent_months set held = held + p_amount
    where agent_id = p_agent and month = p_month and (p_month_limit is null or spent + held + p_amount <= p_month_limit);
    if not found then raise exception using errcode = 'AC002'; end if;
  end if;
  update credit_accounts set held = held + p_amount
  where id = 'workspace:' || p_workspace and balance - held >= p_amount;
  if not found then raise exception using errcode = 'AC001'; end if;
  return 'new';
exception
  when sqlstate 'AC001' then return 'no_credits';
  when sqlstate 'AC002' then return 'spend_limit';
end $$;
--> statement-breakpoint
-- Ends a hold once: settled at `p_amount` (never more than was held), or voided where it is 0. A second call changes nothing.
create function credit_settle(p_id text, p_amount bigint) returns text language plpgsql as $$
declare hold credit_holds%rowtype;
declare due bigint;
begin
  select * into hold from credit_holds where id = p_id for update;
  if not found then return 'unknown'; end if;
  if hold.state <> 'held' then return hold.state; end if;
  due := least(p_amount, hold.amount);
  update credit_holds set state = case when due > 0 then 'settled' else 'voided' end, settled = due where id = p_id;
  if due > 0 then
    insert into credit_transfers (id, workspace_uid, debit_account, credit_account, amount, kind)
    values (p_id, hold.workspace_uid, hold.account, 'platform:revenue', due, 'settle');
  end if;
  if hold.agent_id is not null then
    update agent_months set held = held - hold.amount, spent = spent + due where agent_id = hold.agent_id and month = hold.month;
  end if;
  update credit_accounts set held = held - hold.amount, balance = balance - due where id = hold.account;
  return 'new';
end $$;
--> statement-breakpoint
create function credit_grant(p_id text, p_workspace text, p_amount bigint, p_kind text) returns text language plpgsql as $$
begin
  insert into credit_accounts (id, workspace_uid, kind) values ('workspace:' || p_workspace, p_workspace, 'workspace') on conflict do nothing;
  insert into credit_transfers (id, workspace_uid, debit_account, credit_account, amount, kind)
  values (p_id, p_workspace, 'platform:grants', 'workspace:' || p_workspace, p_amount, p_kind)
  on conflict (id) do nothing;
  if not found then return 'existing'; end if;
  update credit_accounts set balance = balance + p_amount where id = 'workspace:' || p_workspace;
  return 'new';
end $$;
