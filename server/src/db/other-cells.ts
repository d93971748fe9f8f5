import type { Database } from './database.ts';

/**
 * The region's other databases, in its first one, which has its people: what is about a person is in each database that has a workspace of theirs. Null
 * where there are none. Rejects while one of them cannot be reached.
 */
export type OtherCells = (() => Promise<Database[]>) | null;
