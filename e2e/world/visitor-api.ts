import { newMessageId } from '@antiphon/contract/ids';
import { type APIRequestContext, expect } from '@playwright/test';

/** A conversation as the widget has it: each question waits for its answer. Its id. */
export async function chatOnce(
  request: APIRequestContext,
  origin: string,
  agentId: string,
  questions: string[],
  rating: number | null,
): Promise<string> {
  const api = `${origin}/api/na/public`;
  const started = await (await request.post(`${api}/agents/${agentId}/conversations`, { data: {} })).json();
  const headers = { authorization: `Bearer ${started.visitorToken}` };
  const own = `${api}/conversations/${started.conversationId}`;
  for (const [index, text] of questions.entries()) {
    await request.post(`${own}/messages`, { headers, data: { id: newMessageId(), text } });
    const answers = async () => {
      const { messages } = await (await request.get(own, { headers })).json();
      return messages.filter((one: { role: string; state: string }) => one.role === 'agent' && one.state === 'complete')
        .length;
    };
    const greetings = started.messages.length;
    await expect.poll(answers, { timeout: 30_000 }).toBe(greetings + index + 1);
  }
  if (rating !== null) await request.post(`${own}/rating`, { headers, data: { rating } });
  return started.conversationId as string;
}
