import { Icon } from './icons.tsx';
import { useChat } from './use-chat.ts';

/** The way to a person, in words and always in the same place, while none is asked for or here. */
export function PersonButton() {
  const { chat, agent, texts, handoff, isPreview } = useChat();
  if (!agent.offersContact || isPreview || handoff === 'waiting' || handoff === 'held') return null;
  // A refusal is told in the log, where the button's answer is looked for.
  const ask = (event: MouseEvent) => {
    // The button goes once somebody is asked for: whoever uses the keyboard, which counts no clicks, goes on where they write.
    if (!event.detail) document.querySelector('textarea')?.focus();
    return chat.askForPerson().catch(() => chat.store.set({ announcement: texts.unavailable, handoff: 'away' }));
  };
  return (
    <button type="button" className="chat-person" onClick={ask}>
      <Icon name="person" size={16} />
      {texts.person}
    </button>
  );
}
