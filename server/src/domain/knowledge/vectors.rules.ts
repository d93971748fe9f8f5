import type { EmbeddingModelRef } from './knowledge.ports.ts';

const providers = ['openai', 'google', 'openai-compatible'] as const;

/** `openai/text-embedding-3-small` or just the model's name, which means OpenAI's; null when vectors are switched off. */
export function embeddingModelOf(setting: string): EmbeddingModelRef | null {
  const name = setting.trim();
  if (name === '') return null;
  const provider = providers.find((one) => name.startsWith(`${one}/`));
  const model = provider ? name.slice(provider.length + 1) : name;
  return { provider: provider ?? 'openai', model, baseURL: '', secret: '' };
}

/** Ids by falling cosine to the question, -1 to 1; vectors of another length are of another model and left out. */
export function nearestByCosine(
  question: readonly number[],
  vectors: ReadonlyMap<string, Float32Array>,
  most: number,
): string[] {
  const length = norm(question);
  const scored: { id: string; cosine: number }[] = [];
  for (const [id, vector] of vectors) {
    if (vector.length !== question.length) continue;
    let dot = 0;
    for (let index = 0; index < vector.length; index += 1) dot += vector[index]! * question[index]!;
    const both = length * norm(vector);
    if (both > 0) scored.push({ id, cosine: dot / both });
  }
  scored.sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1));
  return scored.slice(0, most).map(({ id }) => id);
}

function norm(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) sum += vector[index]! ** 2;
  return Math.sqrt(sum);
}
