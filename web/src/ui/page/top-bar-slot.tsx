import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';

interface Slot {
  element: HTMLElement | null;
  setElement: (element: HTMLElement | null) => void;
}

const SlotContext = createContext<Slot>({ element: null, setElement: () => undefined });

export function TopBarSlotProvider({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  return <SlotContext value={{ element, setElement }}>{children}</SlotContext>;
}

/** Where the shell's top bar shows what a page puts there. */
export function TopBarSlot({ className }: { className?: string }) {
  const { setElement } = useContext(SlotContext);
  return <div ref={setElement} className={className} />;
}

/** Puts actions of a page, such as Publish, into the top bar. */
export function TopBarActions({ children }: { children: ReactNode }) {
  const { element } = useContext(SlotContext);
  return element === null ? null : createPortal(children, element);
}
