-- Nobody is called any more until somebody lets it go on.
create or replace function pause_campaign(p_workspace text, p_campaign text, p_reason text) returns json language plpgsql as $$
begin
  update campaigns set state = 'paused', paused_for = p_reason
  where workspace_uid = p_workspace and id = p_campaign and state = 'running';
  return json_build_object('outcome', 'paused', 'reason', p_reason);
end $$;
