-- The answers that are taught for one question, the newest first.
create or replace function knowledge_taught(p_workspace text, p_agent text, p_key text) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object('documentId', id, 'title', title, 'text', text, 'language', language)
      order by created_at desc, id desc), '[]')
    from (
      select id, title, text, language, created_at from knowledge_documents
      where workspace_uid = p_workspace and agent_id = p_agent and questions <> '{}' and p_key = any (question_keys)
      order by created_at desc, id desc limit 10
    ) taught
  );
end $$;
