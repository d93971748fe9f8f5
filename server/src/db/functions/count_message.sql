-- Counts one message of an agent's month where that keeps to `p_limit` (null is none): false, and nothing counted, where not.
create or replace function count_message(p_workspace text, p_agent text, p_month text, p_limit int) returns boolean language plpgsql as $$
begin
  if p_limit < 1 then return false; end if;
  insert into agent_months as m (agent_id, workspace_uid, month, messages) values (p_agent, p_workspace, p_month, 1)
  on conflict (workspace_uid, agent_id, month) do update set messages = m.messages + 1
  where p_limit is null or m.messages < p_limit;
  return found;
end $$;
