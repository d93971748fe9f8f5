import type { LeasedRunner } from '../../db/run-leased.ts';
import type { PayObject } from '../payments/payments.ports.ts';

/** `look`: at this one, now; it has been looked at when that returns, unless somebody else is at it, who then looks again. */
export type ObjectRunner = LeasedRunner & { look(object: PayObject): Promise<void> };
