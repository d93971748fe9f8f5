import { afterEach, expect, test, vi } from 'vitest';
import { drop, read, write } from './store.ts';

afterEach(() => vi.unstubAllGlobals());

function stubStorage() {
  const held = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  });
  return held;
}

test('what is written is read, and can be dropped', () => {
  stubStorage();
  write('a', { draft: 'x' });
  expect(read('a')).toEqual({ draft: 'x' });
  drop('a');
  expect(read('a')).toBeNull();
});

test('what is not ours reads as nothing', () => {
  const held = stubStorage();
  held.set('a', '{not json');
  held.set('b', 'null');
  expect(read('a')).toBeUndefined();
  expect(read('b')).toBeNull();
});

test('storage that throws breaks nothing', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(read('a')).toBeUndefined();
  write('a', 1);
  drop('a');
});
