-- Takes the warning that is due, once: its percentage, or null where none is.
create or replace function credit_take_warning(p_workspace text) returns integer language sql as $$
  update credit_accounts account set warned_percent = credit_used_percent(account)
  where id = 'workspace:' || p_workspace and workspace_uid = p_workspace and credit_used_percent(account) > warned_percent
  returning warned_percent
$$;
