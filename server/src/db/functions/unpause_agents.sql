-- A larger plan, or fewer agents: those that fit answer again at once.
create or replace function unpause_agents() returns trigger language plpgsql as $$
begin
  perform settle_paused_agents(new.workspace_uid);
  return null;
end $$;
