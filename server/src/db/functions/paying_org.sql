-- Which org pays for an agent's turns: of those that see it and have billing the one that was given it first; null: the workspace.
create or replace function paying_org(p_workspace text, p_agent text) returns text language plpgsql stable as $$
begin
  return (
    select oa.org_id from org_agents oa
    join orgs o on o.id = oa.org_id and o.workspace_uid = p_workspace and o.allow_billing
    where oa.workspace_uid = p_workspace and oa.agent_id = p_agent
    order by oa.created_at, oa.org_id limit 1
  );
end $$;
