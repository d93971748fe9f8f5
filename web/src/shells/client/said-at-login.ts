type Reason = 'again' | 'noAccount';
let reason: Reason | null = null;

/** Why the sign-in is shown next; it says so once. */
export const sayAtLogin = (next: Reason): void => {
  reason = next;
};

export function takeReason(): Reason | null {
  const taken = reason;
  reason = null;
  return taken;
}
