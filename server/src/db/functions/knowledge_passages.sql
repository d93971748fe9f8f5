-- What the found chunks say, and the documents that they are of.
create or replace function knowledge_passages(p_workspace text, p_agent text, p_chunks text[]) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object('chunkId', c.id, 'documentId', c.document_id, 'title', d.title, 'url', d.url,
      'headingPath', c.heading_path, 'text', c.text)), '[]')
    from knowledge_chunks c join knowledge_documents d on d.id = c.document_id
    where c.id = any (p_chunks) and c.agent_id = p_agent and c.workspace_uid = p_workspace
  );
end $$;
