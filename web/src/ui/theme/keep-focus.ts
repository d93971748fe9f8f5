const OVERLAY = '[role="dialog"], [role="menu"], [role="listbox"]';
const REMEMBERED = 20;

/**
 * Once an overlay is gone with the focus in it, gives the focus back to where it was last. A drawer that an item of a menu has opened cannot
 * do that: the menu is gone, too, and the next Tab would begin at the top of the page. Returns what ends it.
 */
export function keepFocus(): () => void {
  const before: HTMLElement[] = [];
  let overlay: Element | null = null;
  const leave = () => {
    overlay = null;
    observer.disconnect();
  };
  const observer = new MutationObserver(() => {
    if (!overlay || overlay.isConnected) return;
    leave();
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    before.findLast(canTakeFocus)?.focus({ preventScroll: true });
  });
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    before.push(target);
    if (before.length > REMEMBERED) before.shift();
    leave();
    overlay = target.closest(OVERLAY);
    if (overlay) observer.observe(document.body, { childList: true, subtree: true });
  };
  document.addEventListener('focusin', remember);
  return () => {
    document.removeEventListener('focusin', remember);
    leave();
  };
}

const canTakeFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility();
