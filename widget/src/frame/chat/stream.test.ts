import type { ConversationEvent } from '@antiphon/contract/events';
import { expect, test } from 'vitest';
import { isKnown, openStream } from './stream.ts';

/** A server that knows `count` deltas, keeps ids, and cuts the line at the given byte of each connection. */
function serve(count: number, cutAt: (connection: number) => number, hasIds = true) {
  const asked: (string | undefined)[] = [];
  const answer = (async (_url: unknown, init?: RequestInit) => {
    const last = new Headers(init?.headers).get('last-event-id') ?? undefined;
    asked.push(last);
    let text = '';
    for (let id = Number(last ?? 0) + 1; id <= count; id++)
      text += `${hasIds ? `id: ${id}\n` : ''}event: delta\ndata: {"messageId":"m","text":"${id}🙂 "}\n\n`;
    const bytes = new TextEncoder().encode(text).slice(0, cutAt(asked.length));
    return new Response(bytes, { status: 200 });
  }) as typeof fetch;
  return { answer, asked };
}

const wanted = Array.from({ length: 40 }, (_, at) => `${at + 1}🙂 `).join('');

async function collect(server: ReturnType<typeof serve>): Promise<string> {
  let text = '';
  const { promise, resolve } = Promise.withResolvers<string>();
  const stream = openStream({
    url: '/events',
    token: 't',
    lastEventId: '',
    fetch: server.answer,
    delayMs: () => 0,
    onLive: () => {},
    onLost: () => {},
    onEvent: (event: ConversationEvent) => {
      if (event.event !== 'delta') return;
      text += event.data.text;
      if (text.includes('40🙂 ')) resolve(text);
    },
  });
  return promise.finally(() => stream.stop());
}

test('text is the same after cuts at every length', async () => {
  const server = serve(40, (connection) => 40 + connection * 13);
  expect(await collect(server)).toBe(wanted);
  expect(server.asked.length).toBeGreaterThan(5);
});

test('planted fault: without ids the resumed text is not the same', async () => {
  expect(await collect(serve(40, (connection) => connection * 700, false))).not.toBe(wanted);
});

test('typing has no id of its own and is heard between events that have one', async () => {
  const text =
    'id: 1.0.0\nevent: delta\ndata: {"messageId":"m","text":"a"}\n\nevent: typing\ndata: {"from":"operator","name":"Ann"}\n\n';
  const { promise, resolve } = Promise.withResolvers<ConversationEvent>();
  const stream = openStream({
    url: '/events',
    token: 't',
    lastEventId: '',
    fetch: (async () => new Response(text)) as typeof fetch,
    delayMs: () => 1_000,
    onLive: () => {},
    onLost: () => {},
    onEvent: (event) => event.event === 'typing' && resolve(event),
  });
  expect(await promise).toEqual({ event: 'typing', data: { from: 'operator', name: 'Ann' } });
  stream.stop();
});

test('a conversation that is gone ends the stream and is told', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  openStream({
    url: '/events',
    token: 't',
    lastEventId: '7',
    fetch: (async () => new Response('{}', { status: 404 })) as typeof fetch,
    onEvent: () => {},
    onLive: () => {},
    onLost: () => resolve('lost'),
  });
  expect(await promise).toBe('lost');
});

test('what is not beyond the last id is known', () => {
  expect(isKnown('9', '10')).toBe(true);
  expect(isKnown('10', '10')).toBe(true);
  expect(isKnown('11', '10')).toBe(false);
  expect(isKnown('12.7.40', '12.7.41')).toBe(true);
  expect(isKnown('12.7.140', '12.7.41')).toBe(false);
  expect(isKnown('13.13.0', '12.7.41')).toBe(false);
  expect(isKnown('b', 'a')).toBe(false);
  expect(isKnown('', '10')).toBe(false);
});
