import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DocumentText } from '../../domain/knowledge/document-text.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { ExtractInput } from './extract.ts';
import type { WorkerAnswer } from './extract-worker.ts';

const WORKERS_MAX = 2;
const TIMEOUT_MS = 30_000;
const HEAP_MB_MAX = 320;
/** Memory outside of the worker's heap (buffers that a pdf's streams unpack into), which no limit of Node's covers. */
const BUFFERS_MB_MAX = 160;
const WATCH_MS = 50;
const TOO_MUCH = 'This file takes too much memory to read.';
const IDLE_MS = 30_000;

/**
 * Reads documents in worker threads: a document that never ends, or that unpacks without end, costs its own reading and no
 * one else's. At most two at a time; idle workers go after half a minute. `timeoutMs` is for tests.
 */
export function makeDocumentText(options: { timeoutMs?: number } = {}): DocumentText & { close(): Promise<void> } {
  const idle: Worker[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;

  // A worker that ended while it was idle has no thread any more.
  const take = (): Worker => {
    const worker = idle.pop();
    return worker && worker.threadId > 0 ? worker : startWorker();
  };
  const giveBack = (worker: Worker) => {
    idle.push(worker);
    worker.unref();
    void wait(IDLE_MS, undefined, { ref: false }).then(() => {
      const at = idle.indexOf(worker);
      if (at !== -1 && running === 0) void idle.splice(at, 1)[0]?.terminate();
    });
  };

  return {
    async extract(input) {
      if (running >= WORKERS_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      const worker = take();
      try {
        const answer = await ask(worker, input, timeoutMs);
        giveBack(worker);
        if ('problem' in answer) throw new VendorFailure('invalid', answer.problem);
        return answer.text;
      } finally {
        // The place goes to the next in line, or is free again.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    async close() {
      await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
    },
  };
}

const startWorker = () =>
  new Worker(new URL('./extract-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX, maxYoungGenerationSizeMb: 32 },
    env: {},
    stdout: true,
    stderr: true,
  });

/** One document, one answer; a worker that passes a limit is ended, and its document refused. */
async function ask(worker: Worker, input: ExtractInput, timeoutMs: number): Promise<WorkerAnswer> {
  worker.ref();
  const timers: NodeJS.Timeout[] = [];
  try {
    return await new Promise<WorkerAnswer>((resolve, reject) => {
      const end = (why: string) => {
        reject(new VendorFailure('invalid', why));
        void worker.terminate();
      };
      worker.on('message', resolve);
      worker.on('error', (error: NodeJS.ErrnoException) =>
        end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_MUCH : 'This file is damaged and cannot be read.'),
      );
      worker.on('exit', () => end('This file cannot be read.'));
      timers.push(
        setTimeout(() => end('This file takes too long to read.'), timeoutMs),
        setInterval(async () => {
          const { external_memory: bytes } = await worker.getHeapStatistics().catch(() => ({ external_memory: 0 }));
          if (bytes > BUFFERS_MB_MAX * 1024 * 1024) end(TOO_MUCH);
        }, WATCH_MS),
      );
      // A copy, because a Buffer may lie in a pool with others' bytes, and what is transferred is lost to its owner.
      const bytes = new Uint8Array(input.bytes);
      worker.postMessage({ ...input, bytes }, [bytes.buffer]);
    });
  } finally {
    for (const timer of timers) clearTimeout(timer);
    // By name: without one, Node's own listeners would go too. An error that nobody hears would end the process.
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    worker.on('error', () => {});
  }
}
