import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { markWanted } from './recharges.queries.ts';

/** A client could not buy what its agency lacks: it is bought once, with all limits, within seconds. */
export const wantRecharge = (tx: Tx, scope: Scope): Promise<void> => markWanted(tx, scope);
