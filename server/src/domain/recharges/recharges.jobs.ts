import type { Listener } from '../../jobs/job.ts';
import { wantRecharge } from './want-recharge.ts';

export const rechargesListeners: Listener<object>[] = [
  { name: 'recharges.want', on: ['sale_refused'], run: (_deps, tx, scope) => wantRecharge(tx, scope) },
];
