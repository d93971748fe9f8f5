import type { LeasedRunner } from '../../db/run-leased.ts';
import type { PayObject } from '../payments/payments.ports.ts';

/** `look`: at this one, now; it has been looked at when that returns, by whomever, unless that failed or took too long. */
export type ObjectRunner = LeasedRunner & { look(object: PayObject): Promise<void> };
