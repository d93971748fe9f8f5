import { createHash } from 'node:crypto';
import type { AgentEnvironment } from '@antiphon/contract/agents';
import type { Message } from '@antiphon/contract/events';
import {
  type AgentId,
  type ConversationId,
  newConversationId,
  newMessageId,
  newVisitorToken,
} from '@antiphon/contract/ids';
import { chooseLanguage, speakIn } from '@antiphon/contract/visitor-texts';
import type { Variables, Visit } from '@antiphon/contract/visitors';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { copyFor } from '../agents/agents.rules.ts';
import { findEnvironment, getAnsweringSettings } from '../agents/get-agent.ts';
import { emit } from '../events/emit.ts';
import { keepOpening } from '../flows/keep-flow.ts';
import { openFlow } from '../flows/open-flow.rules.ts';
import { captureIdentified } from './capture-contact.ts';
import { insertConversation, insertEvents, insertMessages, listMessages } from './conversations.queries.ts';
import { toMessage } from './conversations.rules.ts';

export const hashVisitorToken = (token: string) => createHash('sha256').update(token).digest('hex');

export type StartedConversation = { conversationId: ConversationId; visitorToken: string; messages: Message[] };

/**
 * Begins a conversation with the agent's greeting. `isTest`: with the working copy, from the dashboard. The visitor's `country` and
 * `visit` are kept where the agent records them. `record` runs in the transaction that makes it; `length` is how many messages it begins with.
 */
export async function startConversation(
  deps: { database: Database },
  scope: Scope,
  input: {
    agentId: AgentId;
    variables: Variables;
    lang: string;
    country?: string;
    visit?: Visit | null;
    isTest: boolean;
    /** Over a simulated channel: in no figure, and told to nobody outside. */
    isSimulated?: boolean;
    /** Left out: `live`. Of an agent without `staging` it is that too. */
    environment?: AgentEnvironment;
    /** False where nobody reads what it begins with: the flow begins with what is written. */
    isRead?: boolean;
    /** What it begins with where nobody reads it; left out: the agent's greeting. */
    opening?: string;
  },
  record: (tx: Tx, made: { id: ConversationId; length: number }) => Promise<void> = async () => {},
): Promise<StartedConversation> {
  const id = newConversationId();
  const visitorToken = newVisitorToken();
  const {
    agentId,
    isTest,
    lang,
    variables,
    country = '',
    visit = null,
    isRead = true,
    isSimulated = false,
    environment: asked = 'live',
  } = input;
  const messages = await deps.database.transaction(scope, async (tx) => {
    const environment = await findEnvironment(tx, scope, agentId, asked);
    const written = await getAnsweringSettings(tx, scope, agentId, copyFor({ isTest, environment }));
    const settings = speakIn(written, chooseLanguage(written, lang, ''));
    const ids = { workspaceUid: scope.workspaceUid, agentId };
    await insertConversation(tx, {
      id,
      ...ids,
      visitorTokenHash: hashVisitorToken(visitorToken),
      variables,
      lang,
      visit: settings.privacy.recordsPages ? visit : null,
      country: settings.theme.enableGeoAnalytics ? country : '',
      isTest,
      isSimulated,
      environment,
    });
    const spoken = { version: null, at: Date.now(), lang: chooseLanguage(written, lang, '') };
    const opening = openFlow(isRead ? settings : { greeting: input.opening ?? settings.greeting, flow: null }, spoken);
    if (opening.text !== '')
      await insertMessages(tx, [
        {
          ...{ id: newMessageId(), conversationId: id, ...ids, position: 1, role: 'agent', state: 'complete' },
          text: opening.text,
          choices: opening.choices.length > 0 ? opening.choices : null,
        },
      ]);
    const { state, path } = opening;
    if (state) await keepOpening(tx, scope, { conversationId: id, agentId, state });
    if (state && isTest) await insertEvents(tx, scope, id, 0, [{ event: 'flow', data: { messageId: null, path } }]);
    if (!isTest && !isSimulated) {
      await emit(tx, scope, { type: 'conversation_started', payload: { agentId, conversationId: id } });
      await captureIdentified(tx, scope, { agentId, conversationId: id, variables });
    }
    const begun = await listMessages(tx, scope, id);
    await record(tx, { id, length: begun.length });
    return begun;
  });
  return { conversationId: id, visitorToken, messages: messages.map(toMessage) };
}
