-- Gives credits once per id: 'new', 'existing', or 'mismatch' where the id stands for another sum or feature. A grant begins
-- the warnings anew, and pays what is owed.
create or replace function credit_grant(p_workspace text, p_id text, p_amount bigint, p_feature text) returns text language plpgsql as $$
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
  insert into credit_accounts (id, workspace_uid, balance, last_grant) values ('workspace:' || p_workspace, p_workspace, p_amount, p_amount)
  on conflict (id) do update
  set balance = credit_accounts.balance + excluded.balance, last_grant = excluded.last_grant, warned_percent = 0;
  perform credit_pay_debts(p_workspace, 'workspace:' || p_workspace);
  return 'new';
end $$;
