import { useCallback, useEffect, useRef } from 'react';

/**
 * Keeps what is typed from the moment that something is opened until its field stands and takes it: whoever presses Ctrl+K
 * writes on at once, and no letter must be lost or taken for a shortcut. The answered function hands the letters over, once.
 */
export function useTypedAhead(isOpen: boolean): () => string {
  const typed = useRef('');
  const isTaken = useRef(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    // What is mounted with its opening has its field before this runs.
    if (!isOpen || isTaken.current) return;
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.key.length !== 1) return;
      typed.current += event.key;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', keep, true);
    stop.current = () => window.removeEventListener('keydown', keep, true);
    return stop.current;
  }, [isOpen]);
  useEffect(() => {
    if (isOpen) return;
    isTaken.current = false;
    typed.current = '';
  }, [isOpen]);
  return useCallback(() => {
    isTaken.current = true;
    stop.current?.();
    const letters = typed.current;
    typed.current = '';
    return letters;
  }, []);
}
