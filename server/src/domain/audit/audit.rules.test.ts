import { describe, expect, test } from 'vitest';
import { type ChainEntry, type ChainLink, findChainFault, hashOf } from './audit.rules.ts';

const link = (number: number, previousHash: string): ChainLink => ({
  id: `evt_${number}`,
  workspaceUid: 'abcdefghijklmno',
  actor: 'usr_1',
  action: 'agent.publish',
  target: 'agt_1',
  details: { number },
  previousHash,
  createdAt: new Date(Date.UTC(2026, 0, number)),
});

function chainOf(count: number): ChainEntry[] {
  const entries: ChainEntry[] = [];
  for (let number = 1; number <= count; number += 1) {
    const made = link(number, entries.at(-1)?.hash ?? '');
    entries.push({ ...made, position: number * 3, hash: hashOf(made) });
  }
  return entries;
}

test('a chain as it was written has no fault, whole or read in two pieces', () => {
  const entries = chainOf(6);
  expect(findChainFault('', entries)).toBeNull();
  expect(findChainFault(entries[2]!.hash, entries.slice(3))).toBeNull();
  expect(findChainFault('', [])).toBeNull();
});

describe('what is changed in one row is found there', () => {
  const changes: Partial<ChainEntry>[] = [
    { id: 'evt_other' },
    { workspaceUid: 'onmlkjihgfedcba' },
    { actor: 'usr_2' },
    { action: 'agent.create' },
    { target: 'agt_2' },
    { details: { number: 4 } },
    { details: {} },
    { createdAt: new Date(Date.UTC(2026, 0, 3, 0, 0, 0, 1)) },
    { hash: hashOf(link(3, '')) },
  ];
  test.each(changes)('%o', (change) => {
    const entries = chainOf(6).map((entry, at) => (at === 2 ? { ...entry, ...change } : entry));
    expect(findChainFault('', entries)).toMatchObject({ position: 9, reason: 'changed' });
  });
});

test('a row that follows another than when it was written is found', () => {
  const entries = chainOf(6);
  const [first, second, third, ...rest] = entries as [ChainEntry, ChainEntry, ChainEntry, ...ChainEntry[]];
  const unlinked = (entryId: string, position: number) => ({ entryId, position, reason: 'unlinked' });
  expect(findChainFault('', [first, third, ...rest]), 'one is gone').toEqual(unlinked('evt_3', 9));
  expect(findChainFault('', [second, third, ...rest]), 'the first is gone').toEqual(unlinked('evt_2', 6));
  expect(findChainFault('', [first, third, second, ...rest]), 'two changed places').toEqual(unlinked('evt_3', 9));
  expect(findChainFault('', [first, first, second]), 'one stands twice').toEqual(unlinked('evt_1', 3));
});

test('the hash is the same in whatever order the database holds the keys', () => {
  const details = { note: 'First', at: new Date(0), left: undefined, deep: { b: [{ d: 1, c: 2 }], a: null } };
  const asStored = { deep: { a: null, b: [{ c: 2, d: 1 }] }, at: '1970-01-01T00:00:00.000Z', note: 'First' };
  expect(hashOf({ ...link(1, ''), details })).toBe(hashOf({ ...link(1, ''), details: asStored }));
  expect(hashOf({ ...link(1, ''), details: { ...details, deep: {} } })).not.toBe(hashOf({ ...link(1, ''), details }));
});
