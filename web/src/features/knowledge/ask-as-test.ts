import type { MessageId } from '@antiphon/contract/ids';
import { api } from '../../api.ts';

const pollMs = 700;
const withinMs = 60_000;

/** Asks the working copy of an agent one question in a test conversation of its own. Throws a `Problem` where no answer comes. */
export async function askAsTest(agentId: string, text: string): Promise<string> {
  const { conversationId, visitorToken } = await api.conversations.startTest({ id: agentId });
  await api.visitors.sendMessage(
    { params: { id: conversationId }, body: { id: crypto.randomUUID() as string as MessageId, text } },
    { context: { visitorToken } },
  );
  const endsAt = Date.now() + withinMs;
  while (Date.now() < endsAt) {
    const { transcript } = await api.conversations.get({ conversationId });
    const last = transcript.at(-1);
    if (last?.role === 'agent' && last.state !== 'queued' && last.state !== 'streaming') return last.text;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new TypeError('no answer came');
}
