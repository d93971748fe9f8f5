import type { Region } from '@antiphon/contract/regions';
import type { Tx } from '../../db/database.ts';

/** The one list of which region has a host. It stands in one database, which may be another region's (decision 31). */
export type HostClaims = {
  /** Whose claims are made. */
  region: Region;
  /** Rejects while that database cannot be reached. */
  findDirectory(): Promise<Directory>;
};

/** Of the installation's directory; no transaction, and no scope: nothing in it belongs to a workspace. */
export type Directory = Pick<Tx, 'select' | 'insert' | 'update' | 'delete'>;
