-- Counts what is used of a limit of a plan, less with a negative `n`. Its row is the queue of whoever adds: who asks afterwards whether
-- it is too much sees what the others did. Of a workspace that is being erased there is no row left to count on.
create or replace function use_limit(uid text, what text, n bigint) returns void language plpgsql as $$
begin
  if n > 0 then
    insert into limit_uses as u (workspace_uid, key, used) values (uid, what, n)
    on conflict (workspace_uid, key) do update set used = u.used + n,
      over_since = case when u.max is null or u.used + n <= u.max then null else coalesce(u.over_since, now()) end;
  elsif n < 0 then
    update limit_uses u set used = u.used + n, over_since = case when u.max is null or u.used + n <= u.max then null else u.over_since end
    where u.workspace_uid = uid and u.key = what;
  end if;
end $$;
