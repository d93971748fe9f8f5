import { useRef } from 'react';

/**
 * The id of what is sent. The same words again keep it, so that what arrived without its answer is not there twice; other words
 * are something else, and are not taken for it.
 */
export function useAttempt<Id extends string>() {
  const last = useRef<{ id: Id; text: string }>(null);
  return {
    idOf(text: string): Id {
      if (last.current?.text !== text) last.current = { id: crypto.randomUUID() as string as Id, text };
      return last.current.id;
    },
    end() {
      last.current = null;
    },
  };
}
