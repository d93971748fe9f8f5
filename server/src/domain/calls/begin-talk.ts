import type { HandoffState } from '@antiphon/contract/events';
import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import { chooseLanguage, speakIn } from '@antiphon/contract/visitor-texts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordingWordsIn } from '../call-consent/recording-words.rules.ts';
import { findReply, readTranscript } from '../conversations/get-conversation.ts';
import { lockForTelling, storeEvents } from '../conversations/tell-in-conversation.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { talkWordsIn } from '../talks/talk-words.rules.ts';
import type { ConnectedCall } from './connect-call.ts';

type Deps = { database: Database; live: LiveConversations };

export type BegunTalk = {
  lang: string;
  handoff: HandoffState;
  /** The conversation's last event: what comes after it is told to the talk. */
  seq: number;
  /** What is said first, one after the other. */
  opening: string[];
  /** What is said first of the call itself; it waits where its caller is asked whether it may be recorded. */
  greeting: string;
};

/** What a call begins with. Whoever looks at the conversation is told that it is spoken in now. */
export async function beginTalk(
  { database, live }: Deps,
  { scope, call, settings, isResumed, isUnanswered }: ConnectedCall,
): Promise<BegunTalk | null> {
  const { id, conversationId } = call;
  const begun = await database.transaction(scope, async (tx) => {
    const conversation = await lockForTelling(tx, scope, conversationId);
    const transcript = await readTranscript(tx, scope, conversationId);
    if (!conversation || !transcript) return null;
    const lang = chooseLanguage(settings, conversation.lang, '');
    const hasAsked = transcript.messages.some(({ role }) => role === 'visitor');
    const spoken = speakIn(settings, lang);
    const greeting = settings.voice.greeting || transcript.messages[0]?.text || spoken.greeting;
    // Who is called is told what it is at once, whatever its settings say.
    const isDialed = call.opening !== '';
    const notice = isDialed || spoken.privacy.showsAiNotice ? spoken.privacy.aiNotice : '';
    const first = isDialed ? call.opening : hasAsked ? talkWordsIn(lang).listening : greeting;
    const words = recordingWordsIn(lang);
    // Whoever was asked, and lost the connection before they answered, is asked again.
    const asked = call.consent === 'asked' ? [words.asked] : [];
    const told = call.consent === 'announced' ? [words.announced] : [];
    const opened = asked.length > 0 ? [notice, ...asked] : [notice, ...told, first];
    const begin = (isResumed ? asked : opened).filter((text) => text.trim() !== '');
    const opening = isUnanswered ? [talkWordsIn(lang).unanswered] : begin;
    const event = { event: 'call' as const, data: { callId: id, state: 'live' as const, reason: null } };
    const events = isResumed && !isUnanswered ? [] : await storeEvents(tx, scope, conversation, [event]);
    const seq = conversation.lastEventSeq + events.length;
    return { talk: { lang, handoff: conversation.handoff, seq, opening, greeting: isResumed ? '' : first }, events };
  });
  if (!begun) return null;
  live.tell(conversationId, begun.events);
  return begun.talk;
}

/** For a caller who comes back: the message that was being spoken. Null where there is none such; its text is empty while it is written. */
export async function findSpoken(deps: Deps, scope: Scope, id: ConversationId, messageId: MessageId) {
  const reply = await findReply(deps, scope, id, messageId);
  return reply && reply.message.role === 'agent' ? reply.message.text : null;
}
