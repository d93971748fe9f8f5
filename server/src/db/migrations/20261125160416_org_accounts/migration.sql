ALTER TABLE "credit_holds" ADD COLUMN "org_id" text;--> statement-breakpoint
ALTER TABLE "usage_entries" ADD COLUMN "org_id" text;--> statement-breakpoint
ALTER TABLE "orgs" ADD COLUMN "allow_billing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "usage_entries_by_account" ON "usage_entries" ("workspace_uid","org_id","ts","id");
--> statement-breakpoint
drop function credit_take_warning;
--> statement-breakpoint
-- The key of an account: an org's, or (null) the workspace's own.
create or replace function credit_account(p_workspace text, p_org text) returns text language sql immutable as $$
  select coalesce('org:' || p_org, 'workspace:' || p_workspace)
$$;
--> statement-breakpoint
-- Which org pays for an agent's turns: of those that see it and have billing the one that was given it first; null: the workspace.
create or replace function paying_org(p_workspace text, p_agent text) returns text language plpgsql stable as $$
begin
  return (
    select oa.org_id from org_agents oa
    join orgs o on o.id = oa.org_id and o.workspace_uid = p_workspace and o.allow_billing
    where oa.workspace_uid = p_workspace and oa.agent_id = p_agent
    order by oa.created_at, oa.org_id limit 1
  );
end $$;
--> statement-breakpoint
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
--> statement-breakpoint
-- Raises what is held for a turn to `p_amount`: 'held', 'no_credits' or 'spend_limit' (then as much is held as before), 'over'
-- where the turn has ended. Less than is held changes nothing. The limits are reserved by the writes, as in `credit_hold`.
create or replace function credit_raise(p_workspace text, p_turn text, p_amount bigint, p_month_limit bigint, p_expires timestamptz)
returns text language plpgsql as $$
declare
  hold credit_holds%rowtype;
  v_by bigint;
begin
  select * into hold from credit_holds where workspace_uid = p_workspace and id = p_turn and state = 'held' for update;
  if not found then return 'over'; end if;
  v_by := p_amount - hold.amount;
  if v_by <= 0 then return 'held'; end if;
  update credit_holds set amount = p_amount, expires_at = greatest(expires_at, p_expires)
  where workspace_uid = p_workspace and id = p_turn;
  update agent_months set held = held + v_by
  where workspace_uid = p_workspace and agent_id = hold.agent_id and month = hold.month
    and (p_month_limit is null or spent + held + v_by <= p_month_limit);
  if not found then raise exception using errcode = 'AC002'; end if;
  update credit_accounts set held = held + v_by
  where id = credit_account(p_workspace, hold.org_id) and workspace_uid = p_workspace and balance - held >= v_by;
  if not found then raise exception using errcode = 'AC001'; end if;
  return 'held';
exception
  when sqlstate 'AC001' then return 'no_credits';
  when sqlstate 'AC002' then return 'spend_limit';
end $$;
--> statement-breakpoint
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
--> statement-breakpoint
-- Takes the warning of an account that is due, once: its percentage, or null where none is. `p_org` null: the workspace's account.
create or replace function credit_take_warning(p_workspace text, p_org text default null) returns integer language sql as $$
  update credit_accounts account set warned_percent = credit_used_percent(account)
  where id = credit_account(p_workspace, p_org) and workspace_uid = p_workspace and credit_used_percent(account) > warned_percent
  returning warned_percent
$$;
--> statement-breakpoint
-- Moves credits between two accounts of a workspace (null: its own; else an org's), once per id: 'new', 'existing', 'mismatch' where
-- the id stood for something else, 'no_credits' where less may be spent. Both accounts get a line. What an org is given is its
-- new last grant and begins its warnings anew; of what somebody took away themselves they are not warned.
create or replace function credit_transfer(p_workspace text, p_id text, p_from text, p_to text, p_amount bigint, p_kind text)
returns text language plpgsql as $$
declare
  v_id text := 'transfer:' || p_id;
  v_from text := credit_account(p_workspace, p_from);
  v_to text := credit_account(p_workspace, p_to);
begin
  insert into credit_transfers (workspace_uid, id, debit_account, credit_account, amount, kind)
  values (p_workspace, v_id, v_from, v_to, p_amount, p_kind)
  on conflict (workspace_uid, id) do nothing;
  if not found then
    perform from credit_transfers where workspace_uid = p_workspace and id = v_id
      and debit_account = v_from and credit_account = v_to and amount = p_amount and kind = p_kind;
    return case when found then 'existing' else 'mismatch' end;
  end if;
  insert into usage_entries (workspace_uid, id, amount, direction, caused_by, feature_key, org_id) values
    (p_workspace, v_id || ':from', p_amount, 'decrease', 'feature', p_kind, p_from),
    (p_workspace, v_id || ':to', p_amount, 'increase', 'feature', p_kind, p_to);
  -- In one order whichever way the credits go: two that cross do not wait for each other.
  perform from credit_accounts where workspace_uid = p_workspace and id in (v_from, v_to) order by id for update;
  update credit_accounts set balance = balance - p_amount
  where id = v_from and workspace_uid = p_workspace and balance - held >= p_amount;
  if not found then raise exception using errcode = 'AC001'; end if;
  update credit_accounts account set warned_percent = greatest(warned_percent, credit_used_percent(account))
  where id = v_from and workspace_uid = p_workspace;
  insert into credit_accounts as known (id, workspace_uid, balance, last_grant)
  values (v_to, p_workspace, p_amount, case when p_to is null then 0 else p_amount end)
  on conflict (id) do update set balance = known.balance + p_amount,
    last_grant = case when p_to is null then known.last_grant else p_amount end,
    warned_percent = case when p_to is null then known.warned_percent else 0 end
  where known.workspace_uid = p_workspace;
  if not found then raise exception 'account % is of another workspace', v_to; end if;
  return 'new';
exception
  when sqlstate 'AC001' then return 'no_credits';
end $$;
