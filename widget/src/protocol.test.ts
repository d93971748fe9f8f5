import { expect, test } from 'vitest';
import { hearFrame, hearHost } from './protocol.ts';

const frame = {};
const parent = {};
const OWN = 'https://chat.example.com';
const PAGE = 'https://shop.example.com';
const from = (origin: string, source: unknown, data: unknown) => ({ origin, source, data });

test('the loader hears its own frame on its own origin alone', () => {
  const data = { type: 'close' };
  expect(hearFrame(from(OWN, frame, data), frame, OWN)).toBe(data);
  expect(hearFrame(from('https://chat.example.com.evil.test', frame, data), frame, OWN)).toBeNull();
  expect(hearFrame(from(OWN, {}, data), frame, OWN)).toBeNull();
  expect(hearFrame(from(OWN, null, data), null, OWN)).toBeNull();
});

test('the first init fixes the origin of the parent', () => {
  const init = { type: 'init' };
  expect(hearHost(from(PAGE, parent, init), parent, null, OWN)).toBe(init);
  expect(hearHost(from(PAGE, {}, init), parent, null, OWN)).toBeNull();
  expect(hearHost(from('https://evil.test', parent, init), parent, PAGE, OWN)).toBeNull();
});

test('nothing is heard before the handshake, or from elsewhere after it', () => {
  const send = { type: 'send', text: 'x' };
  expect(hearHost(from(PAGE, parent, send), parent, null, OWN)).toBeNull();
  expect(hearHost(from('https://evil.test', parent, send), parent, PAGE, OWN)).toBeNull();
  expect(hearHost(from(PAGE, parent, send), parent, PAGE, OWN)).toBe(send);
});

test.each(['preview', 'session'])('%s is taken from our own origin alone', (type) => {
  expect(hearHost(from(PAGE, parent, { type }), parent, PAGE, OWN)).toBeNull();
  expect(hearHost(from(OWN, parent, { type }), parent, null, OWN)).toEqual({ type });
});

test('pages without an origin, and messages that are not ours, are refused', () => {
  expect(hearHost(from('null', parent, { type: 'init' }), parent, null, OWN)).toBeNull();
  for (const data of [null, 'init', 7, {}, { type: 7 }])
    expect(hearHost(from(PAGE, parent, data), parent, null, OWN)).toBeNull();
});
