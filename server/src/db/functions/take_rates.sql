-- Counts one request against each window (key, start, most): true, or false and nothing written where one is seen to be full.
-- Rows are taken in the order of their keys, so that no two requests wait for each other. Another request may fill a window
-- between the look and the write: then it raises AR001, for the rest of this one must not count either. A count may be lost
-- in a crash; that is worth no wait for the disk. The look is planned once a connection: with each request it cost more than the rest.
create or replace function take_rates(p_workspace text, p_keys text[], p_starts timestamptz[], p_most int[]) returns json language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare v_taken int;
begin
  perform set_config('synchronous_commit', 'off', true);
  if exists (
    select from unnest(p_keys, p_starts, p_most) as w (key, start, most)
    join rate_windows f on f.key = w.key and f.window_start = w.start where f.used >= w.most
  ) then return 'false'; end if;
  insert into rate_windows as r (key, window_start, used)
  select w.key, w.start, 1 from unnest(p_keys, p_starts) as w (key, start) order by w.key
  on conflict (key, window_start) do update set used = r.used + 1
  where r.used < p_most[array_position(p_keys, excluded.key)];
  get diagnostics v_taken = row_count;
  if v_taken < cardinality(p_keys) then
    raise exception 'a window filled meanwhile' using errcode = 'AR001';
  end if;
  return 'true';
end $$;
