-- Writes a transfer between two accounts, each by its key, and a line for each of them that is the workspace's or an org's. What they
-- have is changed by the caller, who has locked them.
create or replace function credit_book(
  p_workspace text, p_id text, p_from text, p_to text, p_amount bigint, p_kind text, p_feature_from text, p_feature_to text
) returns void language plpgsql as $$
begin
  insert into credit_transfers (workspace_uid, id, debit_account, credit_account, amount, kind)
  values (p_workspace, p_id, p_from, p_to, p_amount, p_kind);
  insert into usage_entries (workspace_uid, id, amount, direction, caused_by, feature_key, org_id)
  select p_workspace, p_id || side.mark, p_amount, side.direction, 'feature', side.feature,
    case when side.account like 'org:%' then substr(side.account, 5) end
  from (values (p_from, ':from', 'decrease', p_feature_from), (p_to, ':to', 'increase', p_feature_to)) side (account, mark, direction, feature)
  where side.account not like 'platform:%';
end $$;
