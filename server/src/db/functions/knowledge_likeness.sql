-- `knowledge_similar_terms`, as json.
create or replace function knowledge_likeness(p_workspace text, p_agent text, p_words text[], p_each int) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object('word', word, 'lexeme', lexeme, 'chunks', chunks)), '[]')
    from knowledge_similar_terms(p_agent, p_words, p_each)
  );
end $$;
