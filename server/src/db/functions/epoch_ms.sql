-- Milliseconds from one time to another, never below 0 nor above what an int holds.
create or replace function epoch_ms(p_from timestamptz, p_to timestamptz) returns int language sql immutable parallel safe as $$
  select least(greatest(extract(epoch from p_to - p_from) * 1000, 0), 2147483647)::int
$$;
