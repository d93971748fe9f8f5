import { createHmac, randomInt } from 'node:crypto';

type Given = Record<string, unknown>;
export type GraphRefusal = { status: number; code: number; message: string; subcode?: number };
export type GraphOutcome = { result: unknown; refused?: undefined } | { refused: GraphRefusal; result?: undefined };
export type MetaApp = { token: string; secret: string };
/** What answers calls of the Graph API; null for a path that is not its own. */
export type MetaObject = {
  app: MetaApp;
  answer(
    method: string,
    path: string,
    query: URLSearchParams,
    given: Given,
  ): GraphOutcome | null | Promise<GraphOutcome | null>;
  fileAt(id: string): Uint8Array | null;
};

export const refused = (code: number, message: string, more: Partial<GraphRefusal> = {}): GraphOutcome => ({
  refused: { status: 400, code, message, ...more },
});
export const wrong = (message: string) => refused(100, `(#100) ${message}`);

export const digits = (count: number) =>
  Array.from({ length: count }, () => randomInt(10))
    .join('')
    .replace(/^0/, '1');

/** Whether an address answers Meta's challenge with it. */
export async function answersChallenge(url: string, token: string): Promise<boolean> {
  const challenge = String(randomInt(1_000_000_000));
  const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': token });
  const answer = await fetch(`${url}?${query}`).catch(() => null);
  return answer?.status === 200 && (await answer.text()) === challenge;
}

/** A call of Meta's, signed. */
export const callHook = (url: string, body: string | Uint8Array<ArrayBuffer>, secret: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  });
