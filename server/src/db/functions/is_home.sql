-- Whether jobs may change rows of the workspace here; asked by the policies of `home_isolation`, where a move was ever begun.
create or replace function is_home(p_workspace text) returns boolean language plpgsql stable as $$
begin
  return not exists (select from workspace_home where workspace_uid = p_workspace and state in ('moving', 'arriving', 'away'));
end $$;
