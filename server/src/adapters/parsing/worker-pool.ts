import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { WorkerAnswer } from './parse-worker.ts';
import type { TaskInput, TaskName, TaskResult } from './tasks.ts';

const WORKERS_MAX = 2;
const TIMEOUT_MS = 30_000;
/**
 * What a worker may take, by the size of what it reads: a small file that would take more is an attack, not a book. `buffersMb` is
 * memory outside of its heap (what a pdf's streams unpack into), which no limit of Node's covers.
 */
const SMALL_BYTES_MAX = 1_500_000;
const LIMITS = {
  small: { heapMb: 60, youngMb: 8, buffersMb: 32 },
  large: { heapMb: 320, youngMb: 32, buffersMb: 160 },
};
const WATCH_MS = 50;
const TOO_MUCH = 'This file takes too much memory to read.';
const IDLE_MS = 30_000;

type Size = keyof typeof LIMITS;
type Question = { task: TaskName; input: object };

export type WorkerPool = {
  /** Throws `VendorFailure` of kind `invalid`, with words for the owner, where the input is at fault or passes a limit. */
  run<Name extends TaskName>(task: Name, input: TaskInput<Name>): Promise<TaskResult<Name>>;
  close(): Promise<void>;
};

/**
 * Runs tasks in worker threads: input that never ends, or that unpacks without end, costs its own reading and no one else's.
 * At most two at a time; idle workers go after half a minute. `timeoutMs` is for tests.
 */
export function makeWorkerPool(timeoutMs = TIMEOUT_MS): WorkerPool {
  const idle: Record<Size, Worker[]> = { small: [], large: [] };
  const waiting: (() => void)[] = [];
  let running = 0;

  // A worker that ended while it was idle has no thread any more.
  const take = (size: Size): Worker => {
    const worker = idle[size].pop();
    return worker && worker.threadId > 0 ? worker : startWorker(size);
  };
  const giveBack = (worker: Worker, size: Size) => {
    idle[size].push(worker);
    worker.unref();
    void wait(IDLE_MS, undefined, { ref: false }).then(() => {
      const at = idle[size].indexOf(worker);
      if (at !== -1 && running === 0) void idle[size].splice(at, 1)[0]?.terminate();
    });
  };

  return {
    async run(task, input) {
      if (running >= WORKERS_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      const size = 'bytes' in input && input.bytes.length > SMALL_BYTES_MAX ? 'large' : 'small';
      const worker = take(size);
      try {
        const answer = await ask(worker, { task, input }, { timeoutMs, buffersMb: LIMITS[size].buffersMb });
        giveBack(worker, size);
        if ('problem' in answer) throw new VendorFailure('invalid', answer.problem);
        return answer.result as TaskResult<typeof task>;
      } finally {
        // The place goes to the next in line, or is free again.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    async close() {
      const all = [...idle.small.splice(0), ...idle.large.splice(0)];
      await Promise.all(all.map((worker) => worker.terminate()));
    },
  };
}

const startWorker = (size: Size) =>
  new Worker(new URL('./parse-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: LIMITS[size].heapMb, maxYoungGenerationSizeMb: LIMITS[size].youngMb },
    env: {},
    stdout: true,
    stderr: true,
  });

/** One question, one answer; a worker that passes a limit is ended, and its input refused. */
async function ask(
  worker: Worker,
  question: Question,
  { timeoutMs, buffersMb }: { timeoutMs: number; buffersMb: number },
): Promise<WorkerAnswer> {
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
          if (bytes > buffersMb * 1024 * 1024) end(TOO_MUCH);
        }, WATCH_MS),
      );
      const input = withOwnBytes(question.input);
      worker.postMessage({ ...question, input }, input.bytes ? [input.bytes.buffer] : []);
    });
  } finally {
    for (const timer of timers) clearTimeout(timer);
    // By name: without one, Node's own listeners would go too. An error that nobody hears would end the process.
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    worker.on('error', () => {});
  }
}

/** A copy, because a Buffer may lie in a pool with others' bytes, and what is transferred is lost to its owner. */
const withOwnBytes = ({ bytes, ...rest }: { bytes?: Uint8Array }): { bytes?: Uint8Array<ArrayBuffer> } =>
  bytes ? { ...rest, bytes: new Uint8Array(bytes) } : rest;
