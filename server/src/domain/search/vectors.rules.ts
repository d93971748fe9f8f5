import type { EmbeddingModelRef } from './search.ports.ts';

const providers = ['openai', 'google', 'openai-compatible'] as const;

/** `openai/text-embedding-3-small` or just the model's name, which means OpenAI's; null when vectors are switched off. */
export function embeddingModelOf(setting: string): EmbeddingModelRef | null {
  const name = setting.trim();
  if (name === '') return null;
  const provider = providers.find((one) => name.startsWith(`${one}/`));
  const model = provider ? name.slice(provider.length + 1) : name;
  return { provider: provider ?? 'openai', model, baseURL: '', secret: '' };
}

/**
 * The vector in `array_send` of a `real[]`, as base64: a head of 20 bytes, then for each number its length and itself, most
 * significant byte first. An empty array has a head of 12 bytes.
 */
export function readSentVector(sent: string): Float32Array {
  const bytes = Buffer.from(sent, 'base64');
  const vector = new Float32Array(Math.max(0, Math.floor((bytes.length - HEAD_BYTES) / 8)));
  for (let index = 0; index < vector.length; index += 1) vector[index] = bytes.readFloatBE(HEAD_BYTES + index * 8 + 4);
  return vector;
}
const HEAD_BYTES = 20;

/** The same direction with length 1, so that a comparison is one product; null of a vector without a direction. */
export function unitVector(vector: ArrayLike<number>): Float32Array | null {
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) sum += vector[index]! ** 2;
  const length = Math.sqrt(sum);
  return length > 0 ? Float32Array.from(vector, (number) => number / length) : null;
}

/** Ids by falling cosine to the question, -1 to 1, at most `most`; `units` have length 1 and as many numbers as the question. */
export function nearestByCosine(
  question: ArrayLike<number>,
  units: ReadonlyMap<string, Float32Array>,
  most: number,
): string[] {
  const asked = unitVector(question);
  if (!asked) return [];
  const scored: { id: string; cosine: number }[] = [];
  for (const [id, unit] of units) {
    let cosine = 0;
    for (let index = 0; index < asked.length; index += 1) cosine += unit[index]! * asked[index]!;
    scored.push({ id, cosine });
  }
  scored.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1));
  return scored.slice(0, most).map(({ id }) => id);
}
