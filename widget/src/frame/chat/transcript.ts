import type { ChatState } from './chat-state.ts';
import type { sayLine } from './sentences.ts';

// Loaded by itself, so that it shares no code with the chat.

/** The conversation as plain text, each message with its time in the visitor's own zone and language. */
function writeTranscript({ agent, messages, texts, lang }: ChatState, say: typeof sayLine): string {
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' });
  const lines = messages.map((message) => {
    const who = message.role === 'visitor' ? texts.you : agent.title;
    const sources = message.citations.map((one) => `[${one.number}] ${one.title}${one.url ? ` - ${one.url}` : ''}`);
    const files = message.attachments.map((file) => file.name);
    const text = message.role === 'system' ? say(texts, message) : message.text;
    return [`${time.format(new Date(message.createdAt))}  ${who}`, text, ...files, ...sources]
      .filter(Boolean)
      .join('\n');
  });
  return `${agent.title}\n\n${lines.join('\n\n')}\n`;
}

export function saveTranscript(state: ChatState, say: typeof sayLine): void {
  const url = URL.createObjectURL(new Blob([writeTranscript(state, say)], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${state.agent.title.replace(/[^\p{L}\p{N}]+/gu, '-')}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
