import type { DocumentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { deletePagesOf } from './crawl-runs.queries.ts';

/** What its runs hold, a few rows at a time, before the document goes and takes the runs with it. */
export const deleteRunPages = (tx: Tx, scope: Scope, documentId: DocumentId, most: number): Promise<number> =>
  deletePagesOf(tx, scope, documentId, most);
