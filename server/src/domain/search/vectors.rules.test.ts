import { describe, expect, it } from 'vitest';
import { embeddingModelOf, nearestByCosine, readSentVector, unitVector } from './vectors.rules.ts';

describe('the nearest vectors', () => {
  it('come by cosine, whatever their length was, and the same in every search', () => {
    const units = new Map(
      Object.entries({ same: [2, 0], near: [1, 1], twin: [3, 3], against: [-1, 0] }).map(([id, vector]) => [
        id,
        unitVector(vector)!,
      ]),
    );
    expect(nearestByCosine([1, 0], units, 4)).toEqual(['same', 'near', 'twin', 'against']);
    expect(nearestByCosine([1, 0], units, 1)).toEqual(['same']);
    expect(nearestByCosine([0, 0], units, 1)).toEqual([]);
    expect(unitVector([0, 0])).toBeNull();
  });

  it('come from the provider that the setting names', () => {
    expect(embeddingModelOf(' ')).toBeNull();
    expect(embeddingModelOf('text-embedding-3-small')).toMatchObject({
      provider: 'openai',
      model: 'text-embedding-3-small',
    });
    expect(embeddingModelOf('openai-compatible/nomic/embed')).toMatchObject({
      provider: 'openai-compatible',
      model: 'nomic/embed',
    });
  });

  it('are read as PostgreSQL sends them', () => {
    const sent = Buffer.alloc(20 + 16);
    sent.writeFloatBE(0.5, 24);
    sent.writeFloatBE(-3.25, 32);
    expect([...readSentVector(sent.toString('base64'))]).toEqual([0.5, -3.25]);
    expect(readSentVector(Buffer.alloc(12).toString('base64'))).toHaveLength(0);
  });
});
