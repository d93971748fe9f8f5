import type { Confirmed, Intent } from './provider.ts';

/** With the card that is on file. */
export const confirmPayment = async (intent: Intent): Promise<Confirmed> =>
  (await (intent.isStandIn ? import('./test-provider.ts') : import('./stripe-js.ts'))).confirmPayment(intent);
