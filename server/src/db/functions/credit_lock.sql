-- Locks the workspace's own account, made where it is missing. Whoever touches two accounts of a workspace takes this one first: then
-- nobody who holds another waits for it, whichever way credits go and whoever is paid of them.
create or replace function credit_lock(p_workspace text) returns void language plpgsql as $$
begin
  insert into credit_accounts (id, workspace_uid) values (credit_account(p_workspace, null), p_workspace) on conflict (id) do nothing;
  perform from credit_accounts where workspace_uid = p_workspace and id = credit_account(p_workspace, null) for update;
end $$;
