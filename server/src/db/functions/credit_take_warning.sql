-- Takes the warning of an account that is due, once: its percentage, or null where none is. `p_org` null: the workspace's account.
create or replace function credit_take_warning(p_workspace text, p_org text default null) returns integer language sql as $$
  update credit_accounts account set warned_percent = credit_used_percent(account)
  where id = credit_account(p_workspace, p_org) and workspace_uid = p_workspace and credit_used_percent(account) > warned_percent
  returning warned_percent
$$;
