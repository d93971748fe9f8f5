import { fail } from '@antiphon/contract/errors';
import { type AgentId, randomText } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import type { Member } from '../identity/identity.policy.ts';
import { listMemberAddresses } from '../members/list-member-addresses.ts';
import { hasAgent, insertLogEntry } from './logs.queries.ts';

type Deps = { database: Database; systemScope: SystemScope; secretKey: string };
type NewEntry = {
  agentId?: AgentId | null | undefined;
  type: string;
  content: string;
  channel: string;
  metadata: Record<string, unknown>;
  /** Mails the entry to the members too. */
  withEmail: boolean;
};

/** Keeps what an integration of the workspace has to say. Returns the entry's id; fails with `not_found` for a foreign agent. */
export async function writeLog(deps: Deps, member: Member, entry: NewEntry): Promise<string> {
  const { scope } = member;
  const { agentId = null, type, content, channel, metadata } = entry;
  const id = `log_${randomText(15)}`;
  const people = entry.withEmail ? await listMemberAddresses(deps, scope.workspaceUid) : [];
  await deps.database.transaction(scope, async (tx) => {
    if (agentId && !(await hasAgent(tx, scope, agentId))) fail('not_found');
    await insertLogEntry(tx, scope, { id, agentId, type, content, channel, metadata, authorUserId: member.userId });
    for (const { email, language } of people)
      await queueWhereAllowed(deps, tx, scope, {
        template: 'log_entry',
        to: email,
        language,
        props: { type, channel, content },
      });
  });
  return id;
}
