import { describe, expect, it } from 'vitest';
import { makeKeptVectors } from './kept-vectors.rules.ts';

const NUMBERS = 256;
/** Room for three agents of ten vectors: 1,024 bytes of numbers each, and what stands beside them. */
const BYTES_MAX = 42_000;

const sentVector = (direction: number) => {
  const bytes = Buffer.alloc(20 + NUMBERS * 8);
  bytes.writeFloatBE(1, 20 + direction * 8 + 4);
  return bytes.toString('base64');
};
const question = (direction: number) => new Float32Array(NUMBERS).fill(1, direction, direction + 1);
const idsOf = (key: string, count = 10) => Array.from({ length: count }, (_, n) => `${key}${n}`);

function keep(kept: ReturnType<typeof makeKeptVectors>, key: string, ids = idsOf(key), revision = 1) {
  const missing = kept.begin({ key, ids, numbers: NUMBERS });
  if (!missing) return null;
  const vectors = missing.map((id) => ({ id, sent: sentVector(Number(id.slice(1))) }));
  return kept.add({ key, vectors }) && kept.finish({ key, revision }) ? missing : null;
}
const nearest = (kept: ReturnType<typeof makeKeptVectors>, key: string, revision = 1) =>
  kept.nearest({ key, revision, question: question(3), most: 1 });

/** The most that was there at any moment while forty agents were asked for in turn. */
function mostHeld(bytesMax: number): number {
  const kept = makeKeptVectors(bytesMax);
  const held: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    keep(kept, String.fromCharCode(65 + n));
    held.push(kept.held({}).bytes);
  }
  return Math.max(...held);
}

describe('vectors that are kept', () => {
  it('stay within their bytes, however many agents are asked for', () => {
    expect(mostHeld(BYTES_MAX)).toBeLessThanOrEqual(BYTES_MAX);
    expect(mostHeld(BYTES_MAX)).toBe(3 * 10 * NUMBERS * 4);
  });

  it('planted: without a bound they do not', () => {
    expect(mostHeld(Number.POSITIVE_INFINITY)).toBe(40 * 10 * NUMBERS * 4);
  });

  it('leave when nobody has asked for them the longest', () => {
    const kept = makeKeptVectors(BYTES_MAX);
    for (const key of ['a', 'b', 'c']) keep(kept, key);
    expect(nearest(kept, 'a')).toEqual(['a3']);
    keep(kept, 'd');
    expect([...'abcd'].map((key) => nearest(kept, key)?.[0] ?? null)).toEqual(['a3', null, 'c3', 'd3']);
  });

  it('are asked for again only where they changed, and go with their chunks', () => {
    const kept = makeKeptVectors(BYTES_MAX);
    expect(keep(kept, 'a')).toHaveLength(10);
    expect(nearest(kept, 'a', 2)).toBeNull();
    const changed = [...idsOf('a').filter((id) => id !== 'a3'), 'a11'];
    expect(keep(kept, 'a', changed, 2)).toEqual(['a11']);
    expect(kept.nearest({ key: 'a', revision: 2, question: question(3), most: 20 })).not.toContain('a3');
    expect(nearest(kept, 'a', 1)).not.toBeNull();
  });

  it('are none of an agent that is larger than the bound, nor of one that had to leave while it came', () => {
    const kept = makeKeptVectors(BYTES_MAX);
    expect(kept.begin({ key: 'a', ids: idsOf('a', 40), numbers: NUMBERS })).toBeNull();
    expect(kept.begin({ key: 'a', ids: idsOf('a', 30), numbers: NUMBERS })).toHaveLength(30);
    keep(kept, 'b');
    expect(kept.add({ key: 'a', vectors: [] })).toBe(false);
    expect(kept.finish({ key: 'a', revision: 1 })).toBe(false);
    expect(nearest(kept, 'a')).toBeNull();
  });

  it('are never half an agent, nor of another length', () => {
    const kept = makeKeptVectors(BYTES_MAX);
    kept.begin({ key: 'a', ids: ['a1', 'a2'], numbers: NUMBERS });
    kept.add({ key: 'a', vectors: [{ id: 'a1', sent: sentVector(1) }] });
    expect(nearest(kept, 'a', 0)).toBeNull();
    kept.add({ key: 'a', vectors: [{ id: 'a2', sent: Buffer.alloc(12).toString('base64') }] });
    kept.finish({ key: 'a', revision: 1 });
    expect(kept.nearest({ key: 'a', revision: 1, question: question(1), most: 5 })).toEqual(['a1']);
  });
});
