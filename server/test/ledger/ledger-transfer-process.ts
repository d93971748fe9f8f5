import { writeSync } from 'node:fs';
import type { OrgId, WorkspaceUid } from '@antiphon/contract/ids';
import { makeScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { moveCredits } from '../../src/domain/billing/grant-credits.ts';
import { runParallel } from './ledger-load.ts';

/** Moves one credit from the workspace to the org for each id of its standard input, and writes the id when that is done. */
const [url = '', uid = '', orgId = ''] = process.argv.slice(2);
let input = '';
for await (const chunk of process.stdin) input += chunk;
const database = await openPostgres('na', url, { visitors: 8 });
const scope = makeScope(uid as WorkspaceUid);
await runParallel(input.split('\n').filter(Boolean), 8, async (id) => {
  const move = { id, from: null, to: orgId as OrgId, amountMicro: 1_000_000n, featureKey: 'transfer_to_org' };
  await database.transaction(scope, (tx) => moveCredits(tx, scope, move));
  writeSync(1, `${id}\n`);
});
await database.close();
