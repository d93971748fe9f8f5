import type { OrderId } from '@antiphon/contract/ids';
import type { LeasedRunner } from '../../db/run-leased.ts';

/** `advance`: this one, now; as far as it goes when that returns, unless somebody else is at it. */
export type OrderRunner = LeasedRunner & { advance(id: OrderId): Promise<void> };
