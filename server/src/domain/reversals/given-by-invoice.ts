import type { SQL } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { givenBy } from './reversals.queries.ts';

/** For a query over many invoices: the micro-credits that one of them (its id, as SQL) gave, as what goes back is counted of. */
export const givenByInvoice = (scope: Scope, invoiceId: SQL): SQL => givenBy(scope, invoiceId);
