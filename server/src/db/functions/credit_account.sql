-- The key of an account: an org's, or (null) the workspace's own.
create or replace function credit_account(p_workspace text, p_org text) returns text language sql immutable as $$
  select coalesce('org:' || p_org, 'workspace:' || p_workspace)
$$;
