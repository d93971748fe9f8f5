import type { Database, Tx } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import { lockDue, type Reminded, updateReminder } from './dns-reminders.queries.ts';
import { nextReminder, recordsPage } from './dns-reminders.rules.ts';
import { listDue } from './dns-reminders.system.queries.ts';

export type ReminderDeps = {
  database: Database;
  systemScope: SystemScope;
  secretKey: string;
  publicUrl: string | null;
};
type MakeScope = (workspaceUid: Scope['workspaceUid']) => Scope;

/** A run ends after this many; the next one is minutes away. */
const PER_RUN = 500;

/** Each reminder leaves once, whichever process comes first; of times that passed while nothing ran, one. */
export async function sendReminders(deps: ReminderDeps, makeScope: MakeScope, now: Date): Promise<void> {
  const { database, systemScope } = deps;
  const due = await database.transaction(systemScope, (tx) => listDue(tx, systemScope, now, PER_RUN));
  await eachApart(due, async ({ workspaceUid, ...about }) => {
    const scope = makeScope(workspaceUid);
    await database.transaction(scope, (tx) => remind(deps, tx, scope, about, now));
  });
}

async function remind(deps: ReminderDeps, tx: Tx, scope: Scope, about: Reminded, now: Date): Promise<void> {
  const row = await lockDue(tx, scope, about, now);
  if (!row) return;
  const nextAt = nextReminder(row.timestamp, now);
  await updateReminder(tx, scope, about, { nextAt, sent: nextAt === null });
  // All there at the last look: it is only not verified yet.
  if (row.missing.length === 0) return;
  const { purpose } = row;
  const url = recordsPage(deps.publicUrl, { region: deps.database.region, workspaceUid: scope.workspaceUid, purpose });
  await queueWhereAllowed(deps, tx, scope, {
    template: 'dns_reminder',
    to: row.userEmail,
    language: row.language,
    props: {
      domain: row.domain,
      agencyName: row.agencyName,
      records: row.missing,
      purpose,
      url,
      stopUrl: url && `${url}&stopReminder=true`,
    },
  });
}
