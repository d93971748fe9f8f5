import { Icon } from './icons.tsx';
import { useChat } from './use-chat.ts';

/** The way to a person, in words and always in the same place, while none is asked for or here. */
export function PersonButton() {
  const { chat, agent, texts, handoff, isPreview } = useChat();
  if (!agent.offersContact || isPreview || handoff === 'waiting' || handoff === 'held') return null;
  // A refusal is told in the log, where the button's answer is looked for.
  const ask = () =>
    chat.askForPerson().catch(() => chat.store.set({ announcement: texts.unavailable, handoff: 'away' }));
  return (
    <button type="button" className="chat-person" onClick={ask}>
      <Icon name="person" size={16} />
      {texts.person}
    </button>
  );
}
