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
