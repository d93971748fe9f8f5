-- What was said last of this number, of all topics or of this one: null where nothing was.
create or replace function has_consent(p_workspace text, p_channel text, p_mark text, p_topic text) returns boolean
language plpgsql stable as $$
begin
  return (
    select is_granted from consents
    where workspace_uid = p_workspace and channel = p_channel and address_mark = p_mark and topic in ('all', p_topic)
    order by seq desc limit 1
  );
end $$;
