-- Until the transaction ends nobody else takes back a consent of this number, and nobody begins to call it.
create or replace function lock_consent(p_workspace text, p_mark text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('consent ' || p_workspace || ' ' || p_mark, 0))
$$;
