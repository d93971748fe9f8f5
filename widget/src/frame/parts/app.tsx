import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Composer } from './composer.tsx';
import { Header, type View } from './header.tsx';
import { History } from './history.tsx';
import { MessageList } from './message-list.tsx';
import { PersonButton } from './person-button.tsx';
import { useChat } from './use-chat.ts';

const LOST_SHOWN_AFTER_MS = 1_500;

/** True a moment after the stream was lost: a cut that mends itself at once is not worth a word. */
function useIsLost(isConnected: boolean): boolean {
  const [isLost, setLost] = useState(false);
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const read = () => setOffline(!navigator.onLine);
    addEventListener('online', read);
    addEventListener('offline', read);
    return () => {
      removeEventListener('online', read);
      removeEventListener('offline', read);
    };
  }, []);
  useEffect(() => {
    if (isConnected) return setLost(false);
    const timer = setTimeout(() => setLost(true), LOST_SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);
  return isLost || isOffline;
}

export function App() {
  const { chat, texts, isConnected, announcement, canClose, rating, ratingAfter } = useChat();
  const isAsked = ratingAfter !== null && !rating;
  const [view, setView] = useState<View>('chat');
  const isLost = useIsLost(isConnected);
  // On the window: what had the focus may just have gone. Before the next key, hence not a plain effect.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      if (view !== 'chat') setView('chat');
      else if (isAsked) chat.forgetRating();
      else if (canClose) chat.close();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [view, canClose, isAsked]);
  return (
    <div className="chat-shell">
      <Header view={view} setView={setView} />
      {isLost && (
        <p className="chat-banner" role="status">
          {texts.offline}
        </p>
      )}
      {view === 'history' ? (
        <History onChosen={() => setView('chat')} />
      ) : (
        <>
          <MessageList />
          <PersonButton />
          <Composer />
        </>
      )}
      <div className="chat-hidden" aria-live="polite">
        {announcement}
      </div>
    </div>
  );
}
