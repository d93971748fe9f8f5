import type { Region } from '@antiphon/contract/regions';
import type { Metrics } from './app-metrics.ts';
import type { Database } from './db/database.ts';
import type { OtherCells } from './db/other-cells.ts';
import type { Directory } from './domain/agency-hosts/agency-hosts.ports.ts';
import type { AnswerModels } from './domain/answers/answers.ports.ts';
import type { FindPeer } from './domain/regions/regions.ports.ts';

/** What a region knows of the rest of the installation. */
export type Beside = {
  findPeer: FindPeer;
  findDirectory: (() => Promise<Directory>) | null;
  metrics: Metrics | null;
  /** Of one of several databases of a region; absent where it has one. */
  cell?: {
    /** As its hosts are claimed: two cells have no more hosts in common than two regions. */
    place: Region;
    guard(database: Database): Database;
    otherCells: OtherCells;
  };
};

/** What tests and benchmarks bring of their own. */
export type GivenParts = { database?: Database | undefined; models?: AnswerModels; clock?: () => Date };
