-- What was answered. A greeting answers nothing, and what is said to a canvas is no question; a conversation without a row is a test.
create or replace function note_reply() returns trigger language plpgsql as $$
declare
  asked record;
  told jsonb;
begin
  if current_user = 'app_mover' then return null; end if;
  select string_agg(text, ' ' order by position) as question, max(created_at) as at into asked from messages
  where conversation_id = new.conversation_id and reply_id = new.id and role = 'visitor';
  if asked.at is null then return null; end if;
  select trace into told from reply_traces where conversation_id = new.conversation_id and message_id = new.id;
  update conversation_facts set
    replies = replies + 1,
    unknown_replies = unknown_replies + new.is_unknown::int,
    first_response_ms = coalesce(first_response_ms, epoch_ms(started_at, new.created_at) + round(
      (told #>> '{stages,waitMs}')::numeric + (told #>> '{stages,retrieveMs}')::numeric + (told #>> '{stages,firstTokenMs}')::numeric
    )::int)
  where conversation_id = new.conversation_id;
  if not found or btrim(asked.question) = '' or told ->> 'outcome' = 'smalltalk' or told ->> 'model' = 'flow' then return null; end if;
  insert into reply_facts (conversation_id, reply_id, workspace_uid, agent_id, asked_at, question_key, is_unknown, document_ids)
  values (new.conversation_id, new.id, new.workspace_uid, new.agent_id, asked.at, question_key(asked.question), new.is_unknown,
    array(select distinct cited ->> 'documentId' from jsonb_array_elements(new.citations) cited))
  on conflict do nothing;
  return null;
end $$;
