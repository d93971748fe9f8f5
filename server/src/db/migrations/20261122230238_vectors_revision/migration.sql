ALTER TABLE "knowledge_totals" ADD COLUMN "vectors_revision" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- What a question is weighed by: the agent's chunks, the sum of their lengths, the revision of its vectors, its chunks by
-- language, and the lexemes of the turns in each of `p_languages`.
create or replace function knowledge_question(p_workspace text, p_agent text, p_turns jsonb, p_languages jsonb, p_all text[])
returns json language plpgsql stable as $$
begin
  return json_build_object(
    'totals', (
      select json_build_object('chunks', chunks, 'length', length, 'vectorsRevision', vectors_revision) from knowledge_totals
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
