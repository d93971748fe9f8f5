import { useEffect, useState } from 'preact/hooks';
import { sayJoined } from '../chat/sentences.ts';
import { fill } from '../texts/load-texts.ts';
import { ContactForm } from './contact-form.tsx';
import { HoursLine } from './hours-line.tsx';
import { useChat } from './use-chat.ts';

/** After so long a wait an address can be left as well. */
const LONG_WAIT_MS = 60_000;

/** Where the conversation stands with people: one is on the way, is here, writes, or nobody is. One thing at a time. */
export function HandoffLine() {
  const { handoff } = useChat();
  if (handoff === 'away') return <ContactForm isForAway />;
  if (handoff === 'waiting') return <Waiting />;
  return handoff === 'held' ? <Held /> : null;
}

function Waiting() {
  const { agent, texts } = useChat();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {agent.announcesPeople && (
        <>
          <p className="chat-note chat-handoff" dir="auto">
            {texts.waiting}
          </p>
          <HoursLine isForWait />
        </>
      )}
      {isLong && <ContactForm isForWait />}
    </>
  );
}

function Held() {
  const { agent, texts, operator, isTyping, messages } = useChat();
  // Their name stands above what they wrote.
  const hasWritten = messages.some((one) => operator && one.operator?.name === operator.name);
  return (
    <>
      {agent.announcesPeople && !hasWritten && (
        <p className="chat-note chat-handoff" dir="auto">
          {sayJoined(texts, operator)}
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
