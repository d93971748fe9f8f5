ALTER TABLE "conversation_facts" ADD COLUMN "thumbs_up" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_facts" ADD COLUMN "thumbs_down" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "thumb" jsonb;
--> statement-breakpoint
-- What the visitor thinks of an answer. A conversation without a row is a test.
create or replace function note_thumb() returns trigger language plpgsql as $$
begin
  update conversation_facts set
    thumbs_up = thumbs_up + coalesce(new.thumb ->> 'value' = 'up', false)::int - coalesce(old.thumb ->> 'value' = 'up', false)::int,
    thumbs_down = thumbs_down + coalesce(new.thumb ->> 'value' = 'down', false)::int - coalesce(old.thumb ->> 'value' = 'down', false)::int
  where conversation_id = new.conversation_id;
  return null;
end $$;
--> statement-breakpoint
create trigger note_thumb after update of thumb on messages for each row
  when (old.thumb is distinct from new.thumb) execute function note_thumb();
