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
