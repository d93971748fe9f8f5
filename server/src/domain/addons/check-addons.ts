import type { Scope } from '../../db/scope.ts';
import { demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import { readAddons } from './load-addons.ts';

export function checkAddons(deps: PayerDeps, scope: Scope, keys: readonly string[]) {
  demandPayments(deps);
  return deps.database.transaction(scope, (tx) => readAddons(tx, scope, keys));
}
