import { useEffect, useRef, useState } from 'preact/hooks';
import { codeOf, sentenceOf } from '../chat/sentences.ts';
import { fill } from '../texts/load-texts.ts';
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

export function ContactDone() {
  const { texts, hasLeftContact } = useChat();
  return (
    <p className="chat-card chat-done" role="status">
      {fill(texts.contactDone, hasLeftContact)}
    </p>
  );
}

/** Outlives the form: another one takes its place when a wait ends. */
const kept = { name: '', email: '', message: '' };

/** Offers a person: first a question, or at once the fields. What was typed stays until it is sent. */
export function ContactForm({ isForAway, isForWait, isOpenAtOnce }: ContactFormProps) {
  const { chat, agent, messages, texts, hasLeftContact, contactAfter } = useChat();
  const [isOpen, setOpen] = useState(isForAway || isForWait || isOpenAtOnce);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Whoever waits may be writing.
    if (isOpen && !isForWait) first.current?.focus();
  }, [isOpen, isForWait]);

  if (hasLeftContact) {
    // Whoever asks again is told again, unless it is what stands last.
    const isTold = !(isForAway || isOpenAtOnce) || messages.at(-1)?.id === contactAfter;
    return isTold ? null : <ContactDone />;
  }
  if (!isOpen)
    return (
      <div className="chat-card">
        <p>{agent.formOffer || texts.contactOffer}</p>
        <button type="button" className="chat-button" onClick={() => setOpen(true)}>
          {texts.contactOpen}
        </button>
      </div>
    );

  const onInput = ({ target }: { target: EventTarget | null }) => {
    const field = target as HTMLInputElement;
    kept[field.name as 'name'] = field.value.trim();
    field.dir = field.value && 'auto';
  };
  const submit = async (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (!ADDRESS.test(kept.email)) {
      setProblem(texts.emailInvalid);
      first.current?.focus();
      return;
    }
    setBusy(true);
    setProblem('');
    await chat.leaveContact(kept).catch((reason) => setProblem(sentenceOf(texts, codeOf(reason))));
    setBusy(false);
  };
  const isInvalid = problem === texts.emailInvalid;
  const line = (
    <p id="contact-problem" className="chat-problem" role="alert">
      {problem}
    </p>
  );
  return (
    <form className="chat-card" onInput={onInput} onSubmit={submit} noValidate>
      {(isForAway || isForWait) && <p>{isForAway ? agent.formAway || texts.away : texts.waitingLong}</p>}
      {!isForWait && <HoursLine />}
      <label className="chat-field">
        {texts.contactName}
        <input name="name" autoComplete="name" maxLength={100} defaultValue={kept.name} />
      </label>
      <label className="chat-field">
        {texts.contactEmail}
        <input
          ref={first}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={200}
          defaultValue={kept.email}
          aria-invalid={isInvalid}
          aria-describedby="contact-problem"
        />
      </label>
      {isInvalid && line}
      <label className="chat-field">
        {texts.contactMessage}
        <textarea name="message" rows={2} maxLength={2000} defaultValue={kept.message} />
      </label>
      {!isInvalid && line}
      <button type="submit" className="chat-button" disabled={isBusy}>
        {texts.contactSend}
      </button>
    </form>
  );
}
