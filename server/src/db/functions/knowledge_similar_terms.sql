-- Lexemes that look like each word, by trigrams. Runs as app_system for the reason that `knowledge_candidates` has (trigram %).
create or replace function knowledge_similar_terms(p_agent text, p_words text[], p_each int)
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
alter function knowledge_similar_terms(text, text[], int) owner to app_system;
--> statement-breakpoint
revoke create on schema public from app_system;
--> statement-breakpoint
revoke all on function knowledge_similar_terms(text, text[], int) from public;
--> statement-breakpoint
grant execute on function knowledge_similar_terms(text, text[], int) to app_tenant, app_system;
