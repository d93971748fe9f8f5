import type { FileId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteFileRows } from './uploads.system.queries.ts';

/** The rows of files whose bytes are gone, whosever they were. */
export const forgetFiles = (tx: Tx, _scope: SystemScope, ids: FileId[]): Promise<void> => deleteFileRows(tx, ids);
