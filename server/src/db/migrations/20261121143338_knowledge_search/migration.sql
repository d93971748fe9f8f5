-- Lexemes stay in the row (the text moves out first): ranking reads thousands of them for one question.
alter table knowledge_chunks alter column lexemes set storage main;
--> statement-breakpoint
-- Row-level security keeps operators that are not leak-proof (full-text @@, trigram %) out of index conditions, so a tenant's
-- own search would read the whole table. These two functions run as app_system and compare the workspace themselves.
create function knowledge_candidates(
  p_agent text, p_tiers text[], p_limits int[], p_lexemes text[], p_weights real[], p_average real, p_keep int
) returns table (id text, document_id text, length int, language text, lexeme text, positions smallint[], weights text[])
language sql stable security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
  with found as materialized (
    select distinct on (c.id) c.id, c.document_id, c.length, c.language, c.lexemes
    from unnest(p_tiers, p_limits) as tier (query, most)
    cross join lateral (
      select k.id, k.document_id, k.length, k.language, k.lexemes
      from knowledge_chunks k
      where k.agent_id = p_agent
        and k.workspace_uid = current_setting('app.workspace_uid', true)
        and k.lexemes @@ tier.query::tsquery
      limit tier.most
    ) c
  ),
  query as materialized (
    select array_agg(quote_literal(l)::tsquery) as terms from unnest(p_lexemes) l
  ),
  kept as materialized (
    select f.* from found f
    order by (
      select sum(w * ts_rank('{0.6,0.6,0.8,1}', f.lexemes, q))
      from query, unnest(query.terms, p_weights) as t (q, w)
    ) / (0.7 + 0.3 * f.length / greatest(p_average, 1)) desc, f.id
    limit p_keep
  )
  select k.id, k.document_id, k.length, k.language, u.lexeme, u.positions, u.weights
  from kept k cross join lateral unnest(k.lexemes) u
  where u.lexeme = any (p_lexemes)
$$;
--> statement-breakpoint
create function knowledge_similar_terms(p_agent text, p_words text[], p_each int)
returns table (word text, lexeme text, chunks int, similarity real)
language sql stable security definer
set search_path = public, pg_temp
set pg_trgm.similarity_threshold = 0.2
as $$
  select w.word, t.lexeme, t.chunks, t.similarity
  from unnest(p_words) as w (word)
  cross join lateral (
    select k.lexeme, k.chunks, similarity(k.lexeme, w.word) as similarity
    from knowledge_terms k
    where k.agent_id = p_agent
      and k.workspace_uid = current_setting('app.workspace_uid', true)
      and k.lexeme % w.word
    order by similarity(k.lexeme, w.word) desc, k.lexeme
    limit p_each
  ) t
$$;
--> statement-breakpoint
grant create on schema public to app_system;
--> statement-breakpoint
alter function knowledge_candidates(text, text[], int[], text[], real[], real, int) owner to app_system;
--> statement-breakpoint
alter function knowledge_similar_terms(text, text[], int) owner to app_system;
--> statement-breakpoint
revoke create on schema public from app_system;
--> statement-breakpoint
revoke all on function knowledge_candidates(text, text[], int[], text[], real[], real, int) from public;
--> statement-breakpoint
revoke all on function knowledge_similar_terms(text, text[], int) from public;
--> statement-breakpoint
grant execute on function knowledge_candidates(text, text[], int[], text[], real[], real, int) to app_tenant, app_system;
--> statement-breakpoint
grant execute on function knowledge_similar_terms(text, text[], int) to app_tenant, app_system;
