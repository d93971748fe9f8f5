import { useChat } from './use-chat.ts';
import { useLaterStyles } from './use-later-styles.ts';

/** Earlier conversations of this visitor, newest first. */
export function History({ onChosen }: { onChosen(): void }) {
  const { chat, history, conversation, texts, lang } = useChat();
  useLaterStyles();
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' });
  const choose = (action: () => void) => () => {
    action();
    onChosen();
  };
  return (
    <main className="chat-history">
      {history.length === 0 && <p className="chat-empty">{texts.noEarlier}</p>}
      <ul>
        {history.map((entry) => (
          <li key={entry.conversationId}>
            <button
              type="button"
              aria-current={entry.conversationId === conversation?.conversationId}
              onClick={choose(() => chat.openEarlier(entry))}
            >
              <span dir="auto">{entry.title}</span>
              <time className="chat-faint" dateTime={new Date(entry.ts).toISOString()}>
                {time.format(entry.ts)}
              </time>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="chat-button" onClick={choose(() => chat.startNew())}>
        {texts.newConversation}
      </button>
    </main>
  );
}
