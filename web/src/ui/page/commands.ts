import { useEffect, useRef } from 'react';
import { makeKeyReader, nameOf } from './key-matching.ts';

/**
 * Something that can be done from where the person is. It is found in the palette; where it has keys, it answers to them and
 * stands in the list that `?` opens. There is no other way to bind keys, so that the list cannot lie.
 */
export interface Command {
  /** Unique among what is mounted, such as `go-usage`. */
  id: string;
  label: string;
  group: 'general' | 'go' | 'page';
  /** `mod+k` (Ctrl or Cmd), `?`, or two keys after each other: `g a`. */
  keys?: string;
  run: () => void;
  /** What only keys do, such as moving in a list: not found in the palette. */
  isKeysOnly?: boolean;
  /** Also where a dialog or drawer lies over the page, as keys with `mod` always do. */
  worksInDialogs?: boolean;
}

const sources = new Set<() => Command[]>();

/** Everything that can be done now; what was mounted last comes last. */
export const listCommands = (): Command[] => [...sources].flatMap((list) => list());

/** Offers commands while the component is mounted. `run` may close over the render. */
export function useCommands(commands: Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const list = () => latest.current;
    if (sources.size === 0) window.addEventListener('keydown', answer);
    sources.add(list);
    return () => {
      sources.delete(list);
      if (sources.size === 0) window.removeEventListener('keydown', answer);
    };
  }, []);
}

const read = makeKeyReader();

const dialogs = '[role="dialog"][aria-modal="true"], [role="alertdialog"]';
/** Where letters write or choose: fields, menus and lists. */
const takesLetters =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="combobox"]';

function answer(event: KeyboardEvent): void {
  const name = event.isComposing || event.defaultPrevented ? null : nameOf(event);
  if (name === null) return;
  const isMod = name.startsWith('mod+');
  if (!isMod && event.target instanceof Element && event.target.closest(takesLetters)) return;
  const hasDialog = document.querySelector(dialogs) !== null;
  const open = listCommands().filter(({ keys, worksInDialogs }) => keys && (isMod || worksInDialogs || !hasDialog));
  const keys = read(
    name,
    event.timeStamp,
    open.flatMap(({ keys }) => keys ?? []),
  );
  // The last one mounted is the nearest to what the person looks at.
  const command = keys === null ? undefined : open.findLast((one) => one.keys === keys);
  if (!command || (event.repeat && !command.isKeysOnly)) return;
  event.preventDefault();
  command.run();
}
