import { useState } from 'react';

/** True from the first opening on: what is loaded on demand stays mounted, so that it can also close with its motion. */
export function useOnceOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen || isOpen;
}
