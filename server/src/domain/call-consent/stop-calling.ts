import type { CallChannel } from '@antiphon/contract/calls';
import { type CallId, type ConversationId, newMessageId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { noteWord } from '../consents/change-consent.ts';
import { isStopCalling } from '../consents/stop-words.rules.ts';
import { storeHeard } from '../conversations/tell-in-conversation.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';

type PhoneCall = { id: CallId; conversationId: ConversationId; channel: CallChannel; caller: string; opening: string };
type Deps = { database: Database; live: LiveConversations; secretKey: string };

/** Somebody on the phone says that they are not to be called. Whom we called was told of the key for it. */
const isPhoneStop = ({ channel, opening }: Pick<PhoneCall, 'channel' | 'opening'>, said: string): boolean =>
  channel === 'phone' && isStopCalling(said, { isOffered: opening !== '' });

/**
 * Whether they said so: then it stands in the conversation and counts, in one, before they are told that it does, and no model is asked. False
 * where they said something else.
 */
export async function stopCalling(deps: Deps, scope: Scope, call: PhoneCall, said: string): Promise<boolean> {
  if (!isPhoneStop(call, said)) return false;
  const { id, caller: address, conversationId } = call;
  const events = await deps.database.transaction(scope, async (tx) => {
    const told = await storeHeard(tx, scope, conversationId, { id: newMessageId(), text: said });
    const given = { source: 'call', proof: `${id}: ${said.slice(0, 300)}`, givenAt: new Date(), recordedBy: 'caller' };
    await noteWord(deps, tx, scope, { channel: 'voice', address, isGranted: false, given });
    return told;
  });
  deps.live.tell(conversationId, events);
  return true;
}
