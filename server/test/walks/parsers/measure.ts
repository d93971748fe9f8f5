import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** `blockMs`: the most processor time between two turns of the event loop; `grownMb`: this thread's heap and buffers. */
export type Cost = { blockMs: number; grownMb: number };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const held = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/**
 * What one piece of work costs the thread that all requests share. In time of its processor, which no busy neighbour changes;
 * what worker threads take is not in it. A failure of the work is an answer like any other.
 */
export async function measure(work: () => unknown): Promise<Cost> {
  collect();
  const before = held();
  let most = 0;
  let peak = before;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    most = Math.max(most, (user + system) / 1_000);
    peak = Math.max(peak, held());
    last = process.threadCpuUsage();
  };
  const timer = setInterval(look, 1);
  await wait(5);
  await Promise.resolve()
    .then(work)
    .catch(() => {});
  await wait(5);
  look();
  clearInterval(timer);
  return { blockMs: Math.round(most), grownMb: Math.round((peak - before) / 1024 / 1024) };
}
