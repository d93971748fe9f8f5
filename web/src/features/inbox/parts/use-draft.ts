import { useState } from 'react';
import { tryStorage } from '../../../ui/forms/try-storage.ts';

/**
 * What was typed and not sent: it waits while the operator looks elsewhere, also over a reload. One browser keeps it, and signing out
 * takes it away with all else that is stored.
 */
export function useDraft(conversationId: string) {
  const key = `draft-${conversationId}`;
  const [text, setText] = useState(() => tryStorage(() => localStorage.getItem(key)) ?? '');
  const write = (next: string) => {
    setText(next);
    tryStorage(() => (next === '' ? localStorage.removeItem(key) : localStorage.setItem(key, next)));
  };
  return [text, write] as const;
}
