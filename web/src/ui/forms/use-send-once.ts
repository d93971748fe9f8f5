import { useRef } from 'react';

/**
 * The id of what is sent. The same words again keep it, so that what arrived without its answer is not there twice; other words
 * are something else, and are not taken for it.
 */
export function useSendOnce<Id extends string = string>() {
  const last = useRef<{ id: Id; text: string }>(null);
  const idOf = (text: string): Id => {
    if (last.current?.text !== text) last.current = { id: crypto.randomUUID() as string as Id, text };
    return last.current.id;
  };
  /** It is answered: the same words again are something else. */
  const end = (id: Id) => {
    if (last.current?.id === id) last.current = null;
  };
  return {
    idOf,
    end,
    async send<Answer>(content: unknown, call: (id: Id) => Promise<Answer>): Promise<Answer> {
      const id = idOf(JSON.stringify(content));
      const answer = await call(id);
      end(id);
      return answer;
    },
  };
}
