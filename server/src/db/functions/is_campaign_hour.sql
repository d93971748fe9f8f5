-- Whether it is one of these hours in all zones at once, and never before 8 or after 21. A zone that is not known is never open.
create or replace function is_campaign_hour(p_zones text[], p_days int[], p_from int, p_to int, p_at timestamptz) returns boolean
language plpgsql stable as $$
declare
  v_zone text;
  v_local timestamp;
  v_minute int;
begin
  if coalesce(cardinality(p_zones), 0) = 0 then return false; end if;
  foreach v_zone in array p_zones loop
    v_local := p_at at time zone v_zone;
    v_minute := extract(hour from v_local) * 60 + extract(minute from v_local);
    if not extract(isodow from v_local)::int = any (p_days)
      or v_minute < greatest(p_from, 480) or v_minute >= least(p_to, 1260) then return false; end if;
  end loop;
  return true;
exception
  when invalid_parameter_value then return false;
end $$;
