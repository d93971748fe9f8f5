-- Row-level security keeps operators that are not leak-proof (full-text @@) out of index conditions, so a tenant's own search
-- would read the whole table: this runs as app_system and compares the workspace itself. It ranks candidates coarsely by a few
-- classes of words instead of word by word, never compiles, and is planned once a connection: each cost more than the search.
create or replace function knowledge_candidates(
  p_agent text, p_tiers text[], p_limits int[], p_classes text[], p_weights real[], p_lexemes text[], p_average real, p_keep int
) returns table (id text, document_id text, length int, lexeme text, positions smallint[], weights text[])
language plpgsql stable security definer
set search_path = public, pg_temp
set enable_seqscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with found as materialized (
    select distinct on (c.id) c.id, c.document_id, c.position, c.length, c.lexemes
    from unnest(p_tiers, p_limits) as tier (query, most)
    cross join lateral (
      select k.id, k.document_id, k.position, k.length, k.lexemes
      from knowledge_chunks k
      where k.agent_id = p_agent
        and k.workspace_uid = current_setting('app.workspace_uid', true)
        and k.lexemes @@ tier.query::tsquery
      limit tier.most
    ) c
  ),
  classes as materialized (
    select query::tsquery as query, weight * numnode(query::tsquery) as weight
    from unnest(p_classes, p_weights) as c (query, weight)
  ),
  kept as materialized (
    select f.* from found f
    order by (select sum(c.weight * ts_rank('{0.6,0.6,0.8,1}', f.lexemes, c.query)) from classes c)
      / (0.7 + 0.3 * f.length / greatest(p_average, 1)) desc, f.position, f.id
    limit p_keep
  )
  select k.id, k.document_id, k.length, u.lexeme, u.positions, u.weights
  from kept k cross join lateral unnest(k.lexemes) u
  where u.lexeme = any (p_lexemes);
end $$;
--> statement-breakpoint
grant create on schema public to app_system;
--> statement-breakpoint
alter function knowledge_candidates(text, text[], int[], text[], real[], text[], real, int) owner to app_system;
--> statement-breakpoint
revoke create on schema public from app_system;
--> statement-breakpoint
revoke all on function knowledge_candidates(text, text[], int[], text[], real[], text[], real, int) from public;
--> statement-breakpoint
grant execute on function knowledge_candidates(text, text[], int[], text[], real[], text[], real, int) to app_tenant, app_system;
--> statement-breakpoint
-- `knowledge_candidates`, one object a chunk, older documents first and each in its own order, so that equals stay in it; `hits`
-- are its lexemes with their positions and weights.
create or replace function knowledge_hits(
  p_workspace text, p_agent text, p_tiers text[], p_limits jsonb, p_classes text[], p_weights jsonb, p_lexemes text[],
  p_average real, p_keep int
) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(chunk order by d.created_at, d.id, c.position), '[]') from (
      select id, min(document_id) as document_id, json_build_object('id', id, 'documentId', min(document_id), 'length', min(length),
        'hits', json_agg(json_build_array(lexeme, positions, weights))) as chunk
      from knowledge_candidates(p_agent, p_tiers, array(select jsonb_array_elements_text(p_limits)::int), p_classes,
        array(select jsonb_array_elements_text(p_weights)::real), p_lexemes, p_average, p_keep)
      group by id
    ) chunks
    join knowledge_chunks c on c.id = chunks.id
    join knowledge_documents d on d.id = chunks.document_id
  );
end $$;
