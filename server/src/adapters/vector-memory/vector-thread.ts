import { Worker } from 'node:worker_threads';
import type { KeptVectors } from '../../domain/search/kept-vectors.rules.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { VectorAnswer, VectorTask } from './vector-worker.ts';

/** A comparison takes some 20 ms; a thread that says nothing for so long has lost its way. */
const ANSWER_MS = 10_000;
/** Of its heap, where only what is on its way lies; vectors are outside of it. */
const HEAP_MB_MAX = 256;

type Asked = { resolve(result: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout };

export type VectorThread = {
  readonly hasEnded: boolean;
  /** Throws `VendorFailure` where the thread ends before it answers. */
  ask<Task extends VectorTask>(
    task: Task,
    input: Parameters<KeptVectors[Task]>[0],
  ): Promise<ReturnType<KeptVectors[Task]>>;
  end(): Promise<void>;
};

/** A thread that keeps and compares vectors. It lets the process go when nothing is asked of it. */
export function startVectorThread(bytesMax: number): VectorThread {
  const worker = new Worker(new URL('./vector-worker.ts', import.meta.url), {
    workerData: { bytesMax },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    env: {},
  });
  const open = new Map<number, Asked>();
  let last = 0;
  let hasEnded = false;
  const take = (number: number) => {
    const asked = open.get(number);
    clearTimeout(asked?.timer);
    open.delete(number);
    if (open.size === 0) worker.unref();
    return asked;
  };
  const end = async (why: string) => {
    hasEnded = true;
    for (const number of [...open.keys()]) take(number)?.reject(new VendorFailure('unreachable', why));
    await worker.terminate();
  };
  worker.on('message', ({ number, result }: VectorAnswer) => take(number)?.resolve(result));
  worker.on('error', (error: Error) => {
    process.emitWarning(`The thread that compares vectors failed and is started again: ${error.message}`);
    void end(error.message);
  });
  worker.on('exit', () => void end('The thread that compares vectors has ended.'));
  worker.unref();
  return {
    get hasEnded() {
      return hasEnded;
    },
    ask(task, input) {
      return new Promise<never>((resolve, reject) => {
        last += 1;
        const timer = setTimeout(() => void end('The thread that compares vectors does not answer.'), ANSWER_MS);
        open.set(last, { resolve: resolve as Asked['resolve'], reject, timer });
        worker.ref();
        worker.postMessage({ number: last, task, input });
      });
    },
    end: () => end('The thread that compares vectors was ended.'),
  };
}
