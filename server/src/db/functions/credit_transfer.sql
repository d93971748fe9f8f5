-- Moves credits between two accounts of a workspace (null: its own; else an org's), once per id: 'new', 'existing', 'mismatch' where
-- the id stood for something else, 'no_credits' where less may be spent. Both accounts get a line. What an org is given is its
-- new last grant and begins its warnings anew; of what somebody took away themselves they are not warned. Whoever gets credits pays
-- what they owe.
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
  perform credit_lock(p_workspace);
  insert into credit_accounts (id, workspace_uid) values (v_to, p_workspace) on conflict (id) do nothing;
  perform from credit_accounts where workspace_uid = p_workspace and id in (v_from, v_to) for update;
  update credit_accounts set balance = balance - p_amount
  where id = v_from and workspace_uid = p_workspace and balance - held >= p_amount;
  if not found then raise exception using errcode = 'AC001'; end if;
  update credit_accounts account set warned_percent = greatest(warned_percent, credit_used_percent(account))
  where id = v_from and workspace_uid = p_workspace;
  update credit_accounts set balance = balance + p_amount,
    last_grant = case when p_to is null then last_grant else p_amount end,
    warned_percent = case when p_to is null then warned_percent else 0 end
  where id = v_to and workspace_uid = p_workspace;
  if not found then raise exception 'account % is of another workspace', v_to; end if;
  perform credit_pay_debts(p_workspace, v_to);
  return 'new';
exception
  when sqlstate 'AC001' then return 'no_credits';
end $$;
