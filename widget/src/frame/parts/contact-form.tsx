import { useEffect, useRef, useState } from 'react';
import { codeOf, sentenceOf } from '../chat/sentences.ts';
import { fill } from '../texts/load-texts.ts';
import { useChat } from './use-chat.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Offers a person: first a question, then two fields. What was typed stays when it could not be sent. */
export function ContactForm({ isForAway = false }: { isForAway?: boolean }) {
  const { chat, texts, hasLeftContact } = useChat();
  const [isOpen, setOpen] = useState(isForAway);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) first.current?.focus();
  }, [isOpen]);

  if (hasLeftContact)
    return (
      <p className="chat-card chat-done" role="status">
        {fill(texts.contactDone, hasLeftContact)}
      </p>
    );
  if (!isOpen)
    return (
      <div className="chat-card">
        <p>{texts.contactOffer}</p>
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
  return (
    <form className="chat-card" onSubmit={submit} noValidate>
      {isForAway && <p>{texts.away}</p>}
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
          aria-invalid={!!problem}
          aria-describedby="contact-problem"
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
      </label>
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
      <p id="contact-problem" className="chat-problem" role="alert">
        {problem}
      </p>
      <button type="submit" className="chat-button" disabled={isBusy}>
        {texts.contactSend}
      </button>
    </form>
  );
}
