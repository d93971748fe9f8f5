import { sayJoined } from '../chat/sentences.ts';
import { fill } from '../texts/load-texts.ts';
import { ContactForm } from './contact-form.tsx';
import { useChat } from './use-chat.ts';

/** Where the conversation stands with people: one is asked for, is here, writes, or nobody is. */
export function HandoffLine() {
  const { agent, texts, handoff, operator, isTyping, messages } = useChat();
  // Their name stands above what they wrote.
  const hasWritten = handoff === 'held' && messages.some((one) => operator && one.operator?.name === operator.name);
  if (handoff === 'away') return <ContactForm isForAway />;
  if (handoff === 'bot') return null;
  return (
    <>
      {agent.announcesPeople && !hasWritten && (
        <p className="chat-note chat-handoff" dir="auto">
          {handoff === 'waiting' ? texts.waiting : sayJoined(texts, operator)}
        </p>
      )}
      {isTyping && (
        <span className="chat-dots" role="img" aria-label={fill(texts.typing, operator?.name ?? '')}>
          <i />
          <i />
          <i />
        </span>
      )}
    </>
  );
}
