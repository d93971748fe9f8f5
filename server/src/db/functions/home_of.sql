-- Whether a workspace is in this database, asked with its scope: `here`, `moving` (then this transaction only reads) or `away`. While it moves, a
-- function that only reads may be called: `here` is answered to whoever asks for one. A move that has come to nothing is ended by whoever asks
-- next, but on a replica. Called where a move was ever begun (`workspace_moves`).
create or replace function home_of(p_workspace text, p_function text default null) returns text language plpgsql as $$
declare
  v_home workspace_home;
begin
  select * into v_home from workspace_home where workspace_uid = p_workspace;
  if not found or v_home.state = 'here' then return 'here'; end if;
  if v_home.state <> 'moving' then return 'away'; end if;
  if v_home.moving_until <= clock_timestamp() and not pg_is_in_recovery() and take_home_back(p_workspace) then return 'here'; end if;
  perform set_config('transaction_read_only', 'on', true);
  return case when (select provolatile <> 'v' from pg_proc where oid = p_function::regproc) then 'here' else 'moving' end;
end $$;
