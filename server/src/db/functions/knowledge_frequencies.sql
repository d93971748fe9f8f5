-- In how many chunks of the agent each lexeme stands; lexemes that stand in none are absent.
create or replace function knowledge_frequencies(p_workspace text, p_agent text, p_lexemes text[]) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_object_agg(lexeme, chunks), '{}') from knowledge_terms
    where agent_id = p_agent and workspace_uid = p_workspace and lexeme = any (p_lexemes)
  );
end $$;
