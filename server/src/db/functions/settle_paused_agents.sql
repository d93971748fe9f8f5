-- As many agents of a workspace are paused as are over its plan, and no more; returns how many were changed. Fewer are paused at once, the
-- oldest first. More only where `p_over_since` is given and the plan has been exceeded since before it: the newest then. One after the
-- other, by a lock that nobody else waits for; agents that somebody holds are let go on by the next run, so that whoever deletes
-- one never waits for another here. They are chosen once: within a condition they would be anew for each row, where the planner likes that.
create or replace function settle_paused_agents(p_workspace text, p_over_since timestamptz default null) returns int language plpgsql as $$
declare
  v_over bigint;
  v_due boolean;
  v_paused bigint;
  v_changed int := 0;
begin
  if p_over_since is not null then perform lock_paused_agents(p_workspace); end if;
  select case when u.max is null then 0 else greatest(0, u.used - u.max) end, u.over_since <= p_over_since into v_over, v_due
  from limit_uses u where u.workspace_uid = p_workspace and u.key = 'maxAgents';
  if not found then return 0; end if;
  select count(*) into v_paused from agents where workspace_uid = p_workspace and paused_at is not null and deleted_at is null;
  if v_paused > v_over then
    with chosen as materialized (
      select id from agents where workspace_uid = p_workspace and paused_at is not null and deleted_at is null
      order by created_at, id limit v_paused - v_over for update skip locked
    )
    update agents set paused_at = null from chosen where agents.workspace_uid = p_workspace and agents.id = chosen.id;
    get diagnostics v_changed = row_count;
  elsif v_paused < v_over and v_due then
    with chosen as materialized (
      select id from agents where workspace_uid = p_workspace and paused_at is null and deleted_at is null
      order by created_at desc, id desc limit v_over - v_paused for update
    )
    update agents set paused_at = now() from chosen where agents.workspace_uid = p_workspace and agents.id = chosen.id;
    get diagnostics v_changed = row_count;
  end if;
  return v_changed;
end $$;
