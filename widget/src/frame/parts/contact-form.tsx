import { useEffect, useRef, useState } from 'react';
import { codeOf, sentenceOf } from '../chat/sentences.ts';
import { HoursLine } from './hours-line.tsx';
import { useChat } from './use-chat.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface ContactFormProps {
  /** Nobody is there. */
  isForAway?: boolean;
  /** Somebody was asked for a while ago. */
  isForWait?: boolean;
  /** What stands above it has said why: the fields are open. */
  isOpenAtOnce?: boolean;
}

/** Offers a person: first a question, or at once the fields. What was typed stays when it could not be sent. */
export function ContactForm({ isForAway = false, isForWait = false, isOpenAtOnce = false }: ContactFormProps) {
  const { chat, agent, texts, hasLeftContact } = useChat();
  const [isOpen, setOpen] = useState(isForAway || isForWait || isOpenAtOnce);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Whoever waits may be writing.
    if (isOpen && !isForWait) first.current?.focus();
  }, [isOpen, isForWait]);

  if (hasLeftContact) return null;
  if (!isOpen)
    return (
      <div className="chat-card">
        <p>{agent.formOffer || texts.contactOffer}</p>
        <button type="button" className="chat-button" onClick={() => setOpen(true)}>
          {texts.contactOpen}
        </button>
      </div>
    );

  const submit = async (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (!ADDRESS.test(email.trim())) {
      setProblem(texts.emailInvalid);
      first.current?.focus();
      return;
    }
    setBusy(true);
    setProblem('');
    await chat
      .leaveContact(email.trim(), message.trim(), name.trim())
      .catch((reason) => setProblem(sentenceOf(texts, codeOf(reason))));
    setBusy(false);
  };
  const isInvalid = problem === texts.emailInvalid;
  const line = (
    <p id="contact-problem" className="chat-problem" role="alert">
      {problem}
    </p>
  );
  return (
    <form className="chat-card" onSubmit={submit} noValidate>
      {(isForAway || isForWait) && <p>{isForAway ? agent.formAway || texts.away : texts.waitingLong}</p>}
      {!isForWait && <HoursLine />}
      <label className="chat-field">
        {texts.contactName}
        <input
          name="name"
          autoComplete="name"
          maxLength={100}
          dir={name ? 'auto' : undefined}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label className="chat-field">
        {texts.contactEmail}
        <input
          ref={first}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={200}
          value={email}
          aria-invalid={isInvalid}
          aria-describedby="contact-problem"
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
      </label>
      {isInvalid && line}
      <label className="chat-field">
        {texts.contactMessage}
        <textarea
          rows={2}
          maxLength={2000}
          dir={message ? 'auto' : undefined}
          value={message}
          onInput={(event) => setMessage(event.currentTarget.value)}
        />
      </label>
      {!isInvalid && line}
      <button type="submit" className="chat-button" disabled={isBusy}>
        {texts.contactSend}
      </button>
    </form>
  );
}
