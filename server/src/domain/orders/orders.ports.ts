import type { OrderId } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { LeasedRunner } from '../../db/run-leased.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { PaymentProvider, PayObject } from '../payments/payments.ports.ts';

/** `advance`: this one, now; as far as it goes when that returns, unless somebody else is at it. */
export type OrderRunner = LeasedRunner & { advance(id: OrderId): Promise<void> };

export type DriveDeps = {
  database: Database;
  systemScope: SystemScope;
  payments: PaymentProvider;
  objects: { look(object: PayObject): Promise<void> };
  clock: () => Date;
  log: Logger;
};
