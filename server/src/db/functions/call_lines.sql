-- Lines that are taken: by calls whose connection lives or was lost a moment ago, and by what is dialled and not answered yet.
-- `p_except` is a call that takes over the line that was kept for it.
create or replace function call_lines(p_workspace text, p_except text) returns int language plpgsql stable as $$
begin
  return (
    select count(*) from calls
    where workspace_uid = p_workspace and state <> 'ended' and lease_until > clock_timestamp()
  ) + (
    select count(*) from campaign_attempts a
    where a.workspace_uid = p_workspace and a.ended_at is null and a.line_until > clock_timestamp() and a.id <> p_except
      and not exists (select from calls c where c.id = a.id)
  );
end $$;
