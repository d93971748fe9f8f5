-- One number for all spellings of a question. Marks are named one by one, for what a letter is depends on the locale of the database. What differs beyond (accents, case
-- outside of ASCII) is joined by whoever reads.
create or replace function question_key(p_question text) returns bigint language sql immutable parallel safe as $$
  select hashtextextended(btrim(regexp_replace(lower(p_question), E'[\\s!-/:-@\\[-`{-~¿¡…“”„«»‘’‚–—،؟؛。、！？·]+', ' ', 'g')), 0)
$$;
