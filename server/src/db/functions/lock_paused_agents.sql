-- Until the transaction ends nobody else chooses which agents of the workspace are paused.
create or replace function lock_paused_agents(p_workspace text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('paused agents ' || p_workspace, 0))
$$;
