import type { ChatState } from './chat-state.ts';
import { sayLine } from './sentences.ts';

/** The conversation as plain text, each message with its time in the visitor's own zone and language. */
export function writeTranscript({ agent, messages, texts, lang }: ChatState): string {
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' });
  const lines = messages.map((message) => {
    const who = message.role === 'visitor' ? texts.you : agent.title;
    const sources = message.citations.map((one) => `[${one.number}] ${one.title}${one.url ? ` - ${one.url}` : ''}`);
    const files = message.attachments.map((file) => file.name);
    const text = message.role === 'system' ? sayLine(texts, message) : message.text;
    return [`${time.format(new Date(message.createdAt))}  ${who}`, text, ...files, ...sources]
      .filter(Boolean)
      .join('\n');
  });
  return `${agent.title}\n\n${lines.join('\n\n')}\n`;
}

export function saveTranscript(state: ChatState): void {
  const url = URL.createObjectURL(new Blob([writeTranscript(state)], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${state.agent.title.replace(/[^\p{L}\p{N}]+/gu, '-')}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
