import type { ConversationEvent } from '@antiphon/contract/events';
import type { CallId, MessageId } from '@antiphon/contract/ids';
import type { ConversationNews } from './talk.rules.ts';

/**
 * What a call's talk is told of the conversation's events. Texts of answers are gathered from their pieces. `isOwn` tells which
 * messages the talk sent itself.
 */
export function makeTeller(callId: CallId, isOwn: (id: MessageId) => boolean) {
  const texts = new Map<MessageId, string>();
  return (event: ConversationEvent): ConversationNews[] => {
    switch (event.event) {
      case 'status': {
        const { messageId, status } = event.data;
        if (status === 'restarted') texts.delete(messageId);
        return [{ kind: 'owed', messageId }];
      }
      case 'delta': {
        const { messageId } = event.data;
        const text = (texts.get(messageId) ?? '') + event.data.text;
        texts.set(messageId, text);
        return [{ kind: 'reply', messageId, text, isDone: false }];
      }
      case 'done': {
        const { messageId } = event.data;
        const text = texts.get(messageId) ?? '';
        texts.delete(messageId);
        const said = { kind: 'reply' as const, messageId, text, isDone: true };
        return event.data.isPersonAway ? [said, { kind: 'personAway' }] : [said];
      }
      case 'error':
        return [{ kind: 'reply', messageId: event.data.messageId, text: event.data.message, isDone: true }];
      case 'message': {
        const { id: messageId, role, text } = event.data;
        if (role === 'visitor') return isOwn(messageId) ? [] : [{ kind: 'typed' }];
        if (role === 'operator') return [{ kind: 'person', messageId, text }];
        return role === 'agent' ? [{ kind: 'reply', messageId, text, isDone: true }] : [];
      }
      case 'handoff':
        return [{ kind: 'handoff', state: event.data.state }];
      case 'call':
        if (event.data.callId !== callId || event.data.state === 'live') return [];
        if (event.data.state === 'transferring') return [{ kind: 'transfer' }];
        return [{ kind: 'over', reason: event.data.reason ?? 'operator' }];
      default:
        return [];
    }
  };
}
