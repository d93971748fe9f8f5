import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { isHostOfCertificate } from './certificates.system.queries.ts';

type Deps = { database: Database; systemScope: SystemScope };

/**
 * May a certificate be ordered for this host now? One that waits for its first may for ten minutes after it was found to lead here: an
 * order that fails holds the caller for minutes, and counts against the host's limit at the authority.
 */
export const mayHaveCertificate = ({ database, systemScope }: Deps, host: string): Promise<boolean> =>
  database.transaction(systemScope, (tx) => isHostOfCertificate(tx, systemScope, host));
