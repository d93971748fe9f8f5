import type { PayObject } from '../payments/payments.ports.ts';

/**
 * What finds objects that are to be looked at. `wake`: there is one. `look`: this one, now; it has been looked at when that returns,
 * unless somebody else is at it, who then looks again.
 */
export type ObjectRunner = {
  wake(): void;
  look(object: PayObject): Promise<void>;
  stop(graceMs: number): Promise<void>;
};
