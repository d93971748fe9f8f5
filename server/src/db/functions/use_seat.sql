-- Counts the rows of a table on the limit that the trigger names.
create or replace function use_seat() returns trigger language plpgsql as $$
begin
  if current_user = 'app_mover' then return null; end if;
  if tg_op = 'INSERT' then perform use_limit(new.workspace_uid, tg_argv[0], 1);
  else perform use_limit(old.workspace_uid, tg_argv[0], -1);
  end if;
  return null;
end $$;
