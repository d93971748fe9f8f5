import type { LeadId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findName } from './leads.queries.ts';

/** As it stands now; empty where there is no such lead. */
export const findLeadName = (tx: Tx, scope: Scope, id: LeadId): Promise<string> => findName(tx, scope, id);
