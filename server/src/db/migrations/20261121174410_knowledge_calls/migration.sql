-- The steps of a search, one round trip each. They run with the caller's rights, under row-level security; the two that look
-- into the full-text and trigram indexes hand on to functions of app_system, which compare the workspace themselves.

-- What a question is weighed by: the agent's chunks, the sum of their lengths, its chunks by language, and the lexemes of the
-- turns in each of `p_languages`.
create function knowledge_question(p_workspace text, p_agent text, p_turns jsonb, p_languages jsonb, p_all text[])
returns json language plpgsql stable as $$
begin
  return json_build_object(
    'totals', (
      select json_build_object('chunks', chunks, 'length', length) from knowledge_totals
      where agent_id = p_agent and workspace_uid = p_workspace
    ),
    'languages', (
      select coalesce(json_object_agg(ltrim(lexeme), chunks), '{}') from knowledge_terms
      where agent_id = p_agent and workspace_uid = p_workspace and lexeme = any (p_all)
    ),
    'lexemes', (
      select coalesce(json_agg(json_build_object(
        'turn', turn.place - 1, 'language', language, 'lexeme', word.lexeme, 'positions', word.positions)), '[]')
      from jsonb_array_elements_text(p_turns) with ordinality as turn (text, place)
      cross join jsonb_array_elements_text(p_languages) as language
      cross join lateral unnest(to_tsvector(language::regconfig, turn.text)) as word
    )
  );
end $$;
--> statement-breakpoint
-- In how many chunks of the agent each lexeme stands; lexemes that stand in none are absent.
create function knowledge_frequencies(p_workspace text, p_agent text, p_lexemes text[]) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_object_agg(lexeme, chunks), '{}') from knowledge_terms
    where agent_id = p_agent and workspace_uid = p_workspace and lexeme = any (p_lexemes)
  );
end $$;
--> statement-breakpoint
create function knowledge_likeness(p_workspace text, p_agent text, p_words text[], p_each int) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object('word', word, 'lexeme', lexeme, 'chunks', chunks)), '[]')
    from knowledge_similar_terms(p_agent, p_words, p_each)
  );
end $$;
--> statement-breakpoint
-- `knowledge_candidates`, one object a chunk; `hits` are its lexemes with their positions and weights.
create function knowledge_hits(
  p_workspace text, p_agent text, p_tiers text[], p_limits jsonb, p_classes text[], p_weights jsonb, p_lexemes text[],
  p_average real, p_keep int
) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(chunk), '[]') from (
      select json_build_object('id', id, 'documentId', min(document_id), 'length', min(length),
        'hits', json_agg(json_build_array(lexeme, positions, weights))) as chunk
      from knowledge_candidates(p_agent, p_tiers, array(select jsonb_array_elements_text(p_limits)::int), p_classes,
        array(select jsonb_array_elements_text(p_weights)::real), p_lexemes, p_average, p_keep)
      group by id
    ) chunks
  );
end $$;
--> statement-breakpoint
create function knowledge_passages(p_workspace text, p_agent text, p_chunks text[]) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object('chunkId', c.id, 'documentId', c.document_id, 'title', d.title, 'url', d.url,
      'headingPath', c.heading_path, 'text', c.text)), '[]')
    from knowledge_chunks c join knowledge_documents d on d.id = c.document_id
    where c.id = any (p_chunks) and c.agent_id = p_agent and c.workspace_uid = p_workspace
  );
end $$;
--> statement-breakpoint
-- The same search, planned once a connection instead of once a question: planning cost more than looking.
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
    select distinct on (c.id) c.id, c.document_id, c.length, c.lexemes
    from unnest(p_tiers, p_limits) as tier (query, most)
    cross join lateral (
      select k.id, k.document_id, k.length, k.lexemes
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
      / (0.7 + 0.3 * f.length / greatest(p_average, 1)) desc, f.id
    limit p_keep
  )
  select k.id, k.document_id, k.length, u.lexeme, u.positions, u.weights
  from kept k cross join lateral unnest(k.lexemes) u
  where u.lexeme = any (p_lexemes);
end $$;
