import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { DashboardLanguage } from '@antiphon/contract/languages';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findAgencyFace } from '../agencies/find-agency-face.ts';
import { findAnsweringSettings } from '../agents/get-agent.ts';
import type { listAgentClients } from '../clients/list-agent-clients.ts';
import { toAddress } from '../email/email.rules.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import type { MemberAddress } from '../members/list-member-addresses.ts';
import { findLeftMessage } from './notifications.queries.ts';
import { clientPathOf } from './notifications.rules.ts';

type Left = {
  agentId: AgentId;
  agentTitle: string;
  conversationId: ConversationId;
  urlPathname: string;
  people: readonly MemberAddress[];
  clients: Awaited<ReturnType<typeof listAgentClients>>;
};

/**
 * Writes what a visitor left to the address that the agent's settings name (`handoff.email`). It may be anybody's, with no
 * way in: the mail says all that there is to answer. In the agency's name where there is one; where the agent has clients,
 * the link leads to their dashboard. Answers the address, which needs no other mail of it; null where none is named.
 */
export async function mailContact(
  deps: { secretKey: string; publicUrl: string | null },
  tx: Tx,
  scope: Scope,
  { agentId, agentTitle: agent, conversationId, urlPathname, people, clients }: Left,
): Promise<string | null> {
  const left = await findLeftMessage(tx, scope, conversationId);
  const settings = left && (await findAnsweringSettings(tx, scope, agentId, left.environment));
  const to = settings && toAddress(settings.handoff.email);
  if (!to) return null;
  const agency = await findAgencyFace(deps, tx, scope);
  const isTheirs = agency && clients.length > 0;
  const base = isTheirs ? agency.url : (deps.publicUrl ?? '');
  const path = isTheirs ? clientPathOf(urlPathname, agentId) : urlPathname;
  const reader = [...people, ...clients].find(({ email }) => email === to);
  const spoken = DashboardLanguage.safeParse(settings.lang).data;
  await queueWhereAllowed(deps, tx, scope, {
    template: 'contact_left',
    to,
    language: reader?.language ?? spoken ?? people[0]?.language ?? 'en',
    ...(agency ? { brandName: agency.name } : {}),
    props: {
      agent,
      name: left.name,
      email: left.email,
      paragraphs: paragraphsOf(left),
      url: base === '' ? '' : `${base}${path}`,
    },
  });
  return to;
}

/** None where nothing was written, or the conversation is gone. */
export const paragraphsOf = (left: { message: string } | null): string[] =>
  left === null ? [] : left.message.split(/\n+/).filter((line) => line.trim() !== '');
