/** What is drawn or refused later, such as by the server, is waited for so long. */
const WAIT_MS = 3_000;

// An input of a password says it by another attribute.
const INVALID = '[aria-invalid="true"], input[data-invalid="true"]';

/** Puts the focus into the first field that is told to be wrong, unless the person has gone elsewhere meanwhile. */
export function focusInvalid(within: HTMLElement): void {
  const at = document.activeElement;
  const focus = () => {
    const field = within.querySelector<HTMLElement>(INVALID);
    const isStill = document.activeElement === at || document.activeElement === document.body;
    if (field && isStill) field.focus();
    return field !== null;
  };
  if (focus()) return;
  const watching = new MutationObserver(() => focus() && watching.disconnect());
  const attributeFilter = ['aria-invalid', 'data-invalid'];
  watching.observe(within, { subtree: true, childList: true, attributes: true, attributeFilter });
  setTimeout(() => watching.disconnect(), WAIT_MS);
}

// By then what was refused at once is drawn, and what was told before is gone.
const afterSubmit = ({ target }: SubmitEvent) =>
  requestAnimationFrame(() => target instanceof HTMLElement && focusInvalid(target));

/** Of every form that is sent, until the answer is called. */
export function focusInvalidOnSubmit(): () => void {
  document.addEventListener('submit', afterSubmit);
  return () => document.removeEventListener('submit', afterSubmit);
}
