import type { ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import { DashboardLanguage } from '@antiphon/contract/languages';
import type { Database, Tx } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findAgencyFace } from '../agencies/find-agency-face.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import { makeLinkToken } from '../sealing/visitor-link.ts';
import { listLastSaid, lockOwedEmail, updateItem } from './inbox.queries.ts';
import { type Said, splitSaid, withLeftMessage, writeSaid } from './inbox.rules.ts';
import { listOwingEmail } from './inbox.system.queries.ts';

/** A visitor has this long to read an operator's words where they were said. */
const UNREAD_MS = 3 * 60_000;
/** What is said meanwhile goes into the next mail. */
const EVERY_MS = 10 * 60_000;
const MESSAGES = 10;
/** A run ends after this many; the next one is a minute away. */
const PER_RUN = 500;
/** A mail that cannot be sent for a day says nothing new. */
const VALID_MS = 24 * 60 * 60_000;

type Deps = { database: Database; secretKey: string; publicUrl: string | null };

/**
 * Writes to visitors who left an address what an operator said after they had gone. Each is written to by one process, and at most once
 * in ten minutes. Who writes on a channel reads it there, and is written to where that failed.
 */
export async function emailReplies(
  deps: Deps & { systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope },
  now: Date,
): Promise<void> {
  const { database, systemScope, makeScope } = deps;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const times = { repliedBefore: before(UNREAD_MS), emailedBefore: before(EVERY_MS) };
  const owing = await database.transaction(systemScope, (tx) => listOwingEmail(tx, systemScope, times, PER_RUN));
  await eachApart(owing, async ({ id, workspaceUid }) => {
    const scope = makeScope(workspaceUid);
    await database.transaction(scope, (tx) => emailReply(deps, tx, scope, id, { ...times, now }));
  });
}

type Times = { repliedBefore: Date; emailedBefore: Date; now: Date };

async function emailReply(deps: Deps, tx: Tx, scope: Scope, id: ConversationId, times: Times): Promise<void> {
  const owed = await lockOwedEmail(tx, scope, id);
  // Another process was quicker, or more was said meanwhile.
  if (!owed || owed.repliedAt > times.repliedBefore || (owed.emailedAt && owed.emailedAt > times.emailedBefore)) return;
  await updateItem(tx, scope, id, { owesEmail: false });
  if (!owed.to || owed.isDelivered || (owed.readAt && owed.readAt >= owed.repliedAt)) return;
  const said = withLeftMessage(await listLastSaid(tx, scope, id, MESSAGES), owed.leftMessage, owed.leftAt);
  const agency = await findAgencyFace(deps, tx, scope);
  const base = agency?.url || deps.publicUrl || '';
  const path = `/c/${deps.database.region}/${owed.agentId}`;
  const write = (messages: Said[]) => messages.flatMap((one) => writeSaid(one, owed.agentTitle, base));
  const { news, earlier } = splitSaid(said);
  const operator = said.findLast(({ role }) => role === 'operator')?.operator?.name ?? owed.agentTitle;
  const isQueued = await queueWhereAllowed(deps, tx, scope, {
    template: 'operator_reply',
    to: owed.to,
    language: DashboardLanguage.safeParse(owed.lang.slice(0, 2).toLowerCase()).data ?? 'en',
    // A visitor knows the agent's site, and no platform.
    brandName: agency?.name ?? owed.agentTitle,
    validMs: VALID_MS,
    props: {
      operator,
      agent: owed.agentTitle,
      paragraphs: write(news),
      earlier: write(earlier),
      url: base === '' ? '' : `${base}${path}#${id}.${makeLinkToken(deps.secretKey, id, times.now)}`,
    },
  });
  if (isQueued) await updateItem(tx, scope, id, { emailedAt: times.now });
}
