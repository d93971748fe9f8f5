import { useEffect, useRef, useState } from 'preact/hooks';
import { sayLine } from '../chat/sentences.ts';
import { Avatar } from './avatar.tsx';
import { Icon } from './icons.tsx';
import { useChat } from './use-chat.ts';

export type View = 'chat' | 'history';

/** Title and what can be done with the conversation as a whole. */
export function Header({ view, setView }: { view: View; setView(view: View): void }) {
  const { chat, agent, texts, canClose, messages, conversation, isMuted } = useChat();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isMenuOpen) return;
    menu.current?.querySelector('button')?.focus();
    const away = (event: Event) => {
      if (!menu.current?.parentElement?.contains(event.target as Node)) setMenuOpen(false);
    };
    addEventListener('pointerdown', away);
    addEventListener('blur', away);
    return () => {
      removeEventListener('pointerdown', away);
      removeEventListener('blur', away);
    };
  }, [isMenuOpen]);

  const choose = (action: () => void) => () => {
    setMenuOpen(false);
    button.current?.focus();
    action();
  };
  const onKey = (event: { key: string; preventDefault(): void; stopPropagation(): void }) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Escape') {
      event.stopPropagation();
      setMenuOpen(false);
      button.current?.focus();
    } else if (event.key === 'Tab') setMenuOpen(false);
    else if (to !== undefined) {
      event.preventDefault();
      items.at(to % items.length)?.focus();
    }
  };
  const save = () =>
    import('../chat/transcript.ts')
      .then(({ saveTranscript }) => saveTranscript(chat.store.get(), sayLine))
      .catch(() => {});
  const entries = [
    messages.length > 0 && (['plus', texts.newConversation, () => chat.startNew()] as const),
    agent.recordChatHistory && (['clock', texts.earlier, () => setView('history')] as const),
    conversation && (['star', texts.rateChat, () => chat.askRating(true)] as const),
    isMuted !== null && (['sound', isMuted ? texts.soundOn : texts.soundOff, () => chat.setMuted(!isMuted)] as const),
    messages.length > 0 && (['download', texts.download, () => void save()] as const),
  ].filter((entry) => !!entry);

  return (
    <header className="chat-header">
      {view === 'history' ? (
        <button type="button" className="chat-tool" aria-label={texts.back} onClick={() => setView('chat')}>
          <span className="chat-flip">
            <Icon name="back" size={20} />
          </span>
        </button>
      ) : (
        <Avatar size={36} />
      )}
      <h1 className="chat-title" dir="auto">
        {view === 'history' ? texts.earlier : agent.title}
      </h1>
      {entries.length > 0 && view !== 'history' && (
        <div className="chat-menu-place">
          <button
            ref={button}
            type="button"
            className="chat-tool"
            aria-label={texts.menu}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            <Icon name="menu" size={20} />
          </button>
          {isMenuOpen && (
            <div className="chat-menu" role="menu" tabIndex={-1} ref={menu} onKeyDown={onKey}>
              {entries.map(([icon, label, action]) => (
                <button key={label} type="button" role="menuitem" onClick={choose(action)}>
                  <Icon name={icon} />
                  {label}
                </button>
              ))}
            </div>
          )}
        </div>
      )}
      {canClose && (
        <button type="button" className="chat-tool" aria-label={texts.close} onClick={() => chat.close()}>
          <Icon name="close" size={20} />
        </button>
      )}
    </header>
  );
}
