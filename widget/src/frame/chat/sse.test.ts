import { expect, test } from 'vitest';
import { makeSseParser, type ServerSentEvent } from './sse.ts';

const WHOLE =
  ': hello\n\nid: 1\nevent: delta\ndata: {"text":"naïve – 漢字 🙂"}\n\nid: 2\r\nevent: done\r\ndata: a\r\ndata:b\r\n\r\n: beat\n\ndata: plain\n\nid: 9\nevent: lost\ndata: cut off';

function parse(parts: Uint8Array[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const feed = makeSseParser((event) => events.push(event));
  const decoder = new TextDecoder();
  for (const part of parts) feed(decoder.decode(part, { stream: true }));
  return events;
}

const expected = [
  { id: '1', event: 'delta', data: '{"text":"naïve – 漢字 🙂"}' },
  { id: '2', event: 'done', data: 'a\nb' },
  { id: '2', event: 'message', data: 'plain' },
];

test('events are the same wherever the bytes are cut', () => {
  const bytes = new TextEncoder().encode(WHOLE);
  expect(parse([bytes])).toEqual(expected);
  for (let at = 0; at <= bytes.length; at++) expect(parse([bytes.slice(0, at), bytes.slice(at)])).toEqual(expected);
  expect(parse([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
});

test('an event without data, and one that never ended, are not given out', () => {
  expect(parse([new TextEncoder().encode('id: 3\nevent: done\n\ndata: half\n')])).toEqual([]);
});
