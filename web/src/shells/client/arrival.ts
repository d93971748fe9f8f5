import type { Arrival } from '../../features/client-sessions/sign-in-ways.ts';

declare global {
  interface Window {
    /** Written by the page's own script, which took it out of the address. */
    clientArrival?: Arrival;
  }
}

/** What the address brought for the sign-in: once, then it is gone from the page too. */
export function takeArrival(): Arrival {
  const arrival = window.clientArrival ?? {};
  delete window.clientArrival;
  return arrival;
}

/** Does it bring a way in of its own? That one counts, whoever was signed in here before. */
export function isWayBrought(): boolean {
  const { open, secret, token } = window.clientArrival ?? {};
  return Boolean(open || secret || token);
}
