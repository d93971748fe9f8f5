import { useEffect, useState } from 'preact/hooks';
import { useChat } from './use-chat.ts';

/** When people are back; with `isForWait` how long they usually take. Nothing where that is not known. */
export function HoursLine({ isForWait = false }: { isForWait?: boolean }) {
  const { chat, texts, lang, conversation } = useChat();
  const [line, setLine] = useState('');
  useEffect(() => {
    if (!conversation) return;
    const asked = chat.api.getHours(conversation.conversationId, conversation.visitorToken);
    // Most visitors ask for nobody: its words are loaded where somebody does.
    Promise.all([asked, import('../chat/hours.ts')]).then(
      ([hours, { sayHours }]) => setLine(sayHours(texts, lang, hours, isForWait)),
      () => {},
    );
  }, [conversation?.conversationId]);
  return line ? (
    <p className={isForWait ? 'chat-note chat-handoff' : undefined} dir="auto">
      {line}
    </p>
  ) : null;
}
