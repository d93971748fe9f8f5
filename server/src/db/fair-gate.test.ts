import { describe, expect, it } from 'vitest';
import { makeFairGate } from './fair-gate.ts';

/** Works that run until they are told to end. */
function openGate(bounds: { most: number; mostOfOne: number }) {
  const gate = makeFairGate(bounds);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (who: string, name: string) =>
    gate.run(who, () => {
      begun.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { gate, begun, start, end };
}

describe('a fair gate', () => {
  it('runs as many as it may, and fewer of one', async () => {
    const { begun, start, end } = openGate({ most: 3, mostOfOne: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void start('a', name);
    for (const name of ['b1', 'b2']) void start('b', name);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('serves the lines in turn, however long one is', async () => {
    const { begun, start, end } = openGate({ most: 1, mostOfOne: 1 });
    for (let n = 1; n <= 100; n += 1) void start('greedy', `g${n}`);
    void start('quiet', 'q1');
    void start('other', 'o1');
    await end('g1');
    await end(begun.at(-1)!);
    await end(begun.at(-1)!);
    await end(begun.at(-1)!);
    expect(begun.slice(0, 5)).toEqual(['g1', 'g2', 'q1', 'o1', 'g3']);
  });

  it('lets the next in after a work that failed', async () => {
    const { gate } = openGate({ most: 1, mostOfOne: 1 });
    await expect(gate.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(gate.run('a', async () => 'yes')).resolves.toBe('yes');
  });
});
