import { useEffect, useState } from 'react';

/** Until that time comes, by the clock of this machine. */
export function useIsTyping(until: string | null): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    const ms = until === null ? 0 : Date.parse(until) - Date.now();
    setIsTyping(ms > 0);
    if (ms <= 0) return;
    const timer = setTimeout(() => setIsTyping(false), ms);
    return () => clearTimeout(timer);
  }, [until]);
  return isTyping;
}
