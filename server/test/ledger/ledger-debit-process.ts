import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { AgentId, WorkspaceUid } from '@antiphon/contract/ids';
import { makeScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { openLedger, runParallel } from './ledger-load.ts';

/**
 * A process that debits one credit for each `workspace/turn` of its standard input, over many connections, and writes the
 * line to its standard output when the ledger acknowledged it. A debit that fails (PostgreSQL is gone) is sent again until
 * it succeeds. It is meant to be killed at any moment.
 */
const CONNECTIONS = 20;
const RETRY_MS = 25;

const [url = ''] = process.argv.slice(2);
let input = '';
for await (const chunk of process.stdin) input += chunk;
const sent = input.split('\n').filter(Boolean);
const database = await openPostgres('na', url, { visitors: CONNECTIONS });
const ledgers = new Map<string, ReturnType<typeof openLedger>>();
const ledgerOf = (uid: string) => {
  const known = ledgers.get(uid) ?? openLedger(database, makeScope(uid as WorkspaceUid), agentOf(uid));
  ledgers.set(uid, known);
  return known;
};
/** The same in every life of this process: a turn belongs to one agent. */
const agentOf = (uid: string) => `agt_${uid}` as AgentId;

await runParallel(sent, CONNECTIONS, async (line) => {
  const [uid = '', turn = ''] = line.split('/');
  while (
    !(await ledgerOf(uid)
      .debit(turn)
      .catch(() => false))
  )
    await wait(RETRY_MS);
  writeSync(1, `${line}\n`);
});
await database.close();
