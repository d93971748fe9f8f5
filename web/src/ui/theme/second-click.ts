/** Between the clicks of a double click, which mean one press; who presses a button again on purpose takes longer. */
const WITHIN_MS = 250;

let first: { button: Element; at: number } | null = null;

/**
 * The second click of a double click: at once on the same button, or on one that has taken its place meanwhile, such as "Return to
 * agent" where "Take over" was. It would send twice, or undo what the first one did.
 */
function dropSecondClick(event: MouseEvent) {
  const button = event.target instanceof Element ? event.target.closest('.mantine-Button-root') : null;
  if (!button) return;
  const isSecond = event.detail > 1 && first !== null;
  if (isSecond && (first?.button !== button || event.timeStamp - first.at < WITHIN_MS)) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  first = { button, at: event.timeStamp };
}

/** Until the answer is called. */
export function dropSecondClicks(): () => void {
  document.addEventListener('click', dropSecondClick, true);
  return () => document.removeEventListener('click', dropSecondClick, true);
}
