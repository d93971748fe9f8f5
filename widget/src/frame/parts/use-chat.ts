import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Chat } from '../chat/chat.ts';
import type { ChatState } from '../chat/chat-state.ts';
import { useStore } from '../chat/store.ts';

export const ChatContext = createContext<Chat | null>(null);

/** The chat's state and what can be done with it. */
export function useChat(): ChatState & { chat: Chat } {
  const chat = useContext(ChatContext)!;
  return { ...useStore(chat.store), chat };
}
