import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * `blockMs`: the most processor time of the main thread between two turns of its event loop; `grownMb`: by how much all of the
 * process's memory grew, its worker threads' and the libraries' among it, as the system counts it.
 */
export type Cost = { blockMs: number; grownMb: number };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * What one piece of work costs the process that all requests share. In time of its main thread's processor, which no busy
 * neighbour changes. A failure of the work is an answer like any other.
 */
export async function measure(work: () => unknown): Promise<Cost> {
  collect();
  const before = process.memoryUsage.rss();
  let most = 0;
  let peak = before;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    most = Math.max(most, (user + system) / 1_000);
    peak = Math.max(peak, process.memoryUsage.rss());
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
