import type { KeptVectors } from '../../domain/search/kept-vectors.rules.ts';
import type { VectorMemory, VectorSource } from '../../domain/search/search.ports.ts';
import { startVectorThread, type VectorThread } from './vector-thread.ts';

/**
 * Of a process, over all agents: two of the largest that are compared whole (10,000 chunks of 3,072 numbers), or some hundred
 * of 400 chunks. A process with two regions, its cache of pages and its streams stay within a machine of 1 GB.
 */
const BYTES_MAX = 256 * 1024 * 1024;
/** About 4 MB on its way at a time. */
const VECTORS_AT_ONCE = 250;
/** A search that meets two changes of the agent while it reads takes what it is given. */
const READS_MAX = 3;

type Held = ReturnType<KeptVectors['held']>;

/** Starts its thread at the first use, and again after it ended. `bytesMax` is for tests. */
export function makeVectorMemory(options: { bytesMax?: number } = {}): VectorMemory & {
  held(): Promise<Held>;
  end(): Promise<void>;
} {
  const bytesMax = options.bytesMax ?? BYTES_MAX;
  let thread: VectorThread | null = null;
  /** Searches of one agent that find it missing wait for one reading. */
  const readings = new Map<string, Promise<boolean>>();
  const running = () => {
    if (!thread || thread.hasEnded) thread = startVectorThread(bytesMax);
    return thread;
  };

  /** False where there is no room. All of it goes to one thread: what the next one lacks is not taken for kept. */
  const readAll = async (key: string, revision: number, numbers: number, source: VectorSource) => {
    const { ask } = running();
    const missing = await ask('begin', { key, numbers, ids: await source.ids() });
    if (!missing) return false;
    for (let at = 0; at < missing.length; at += VECTORS_AT_ONCE) {
      const vectors = await source.vectors(missing.slice(at, at + VECTORS_AT_ONCE));
      if (!(await ask('add', { key, vectors }))) return false;
    }
    return ask('finish', { key, revision });
  };
  const readOnce = (...[key, ...rest]: Parameters<typeof readAll>) => {
    const reading = readings.get(key) ?? readAll(key, ...rest).finally(() => readings.delete(key));
    readings.set(key, reading);
    return reading;
  };

  return {
    async nearest({ key, revision, question, most }, source) {
      const asked = { key, revision, question: Float32Array.from(question), most };
      for (let reads = 0; reads < READS_MAX; reads += 1) {
        const found = await running().ask('nearest', asked);
        if (found) return found;
        if (!(await readOnce(key, revision, question.length, source))) return null;
      }
      return running().ask('nearest', { ...asked, revision: 0 });
    },
    compare: (question, vectors, most) =>
      running().ask('compare', { question: Float32Array.from(question), vectors, most }),
    held: () => running().ask('held', {}),
    async end() {
      await thread?.end();
    },
  };
}
