import type { Chat } from './chat.ts';

/** What the visitor thinks of the conversation; null takes it back. Throws where it could not be stored; the stars then stand as before. */
export async function rate({ store, api }: Chat, rating: number | null, comment?: string): Promise<void> {
  const { conversation, rating: before } = store.get();
  if (!conversation) return;
  store.set({ rating });
  try {
    await api.rate(conversation.conversationId, conversation.visitorToken, rating, comment);
  } catch (problem) {
    store.set({ rating: before });
    throw problem;
  }
}
