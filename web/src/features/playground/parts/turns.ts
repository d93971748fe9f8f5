import type { Message } from '@antiphon/contract/events';

export interface Turn {
  question: string;
  reply: Message;
}

/** Each answer of the agent with what was asked before it. The greeting is no turn; several messages in one breath are one question. */
export function toTurns(messages: Message[]): Turn[] {
  const turns: Turn[] = [];
  let asked: string[] = [];
  for (const message of messages) {
    if (message.role === 'visitor') asked.push(message.text || message.attachments.map(({ name }) => name).join(', '));
    if (message.role === 'agent' && asked.length > 0) {
      turns.push({ question: asked.join(' '), reply: message });
      asked = [];
    }
  }
  return turns;
}
