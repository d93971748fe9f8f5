import http from 'node:http';
import { percentile } from './harness.ts';

const keepAlive = new http.Agent({ keepAlive: true, maxSockets: 64 });

export type Target = { url: string; headers: Record<string, string> };

export function get(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent: keepAlive }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    // A connection that was kept may be closed by the server in the moment in which it is used.
    request.on('error', (error) => (request.reusedSocket ? resolve(get(url, headers)) : reject(error)));
  });
}

/** Calls one target after another at a fixed rate whether or not the ones before have been answered; milliseconds from when each was due. */
export async function measure(targets: Target[], { rate, seconds }: { rate: number; seconds: number }) {
  const times: number[] = [];
  let failures = 0;
  const calls: Promise<void>[] = [];
  const begin = performance.now();
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = begin + (n * 1_000) / rate;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const { url, headers } = targets[n % targets.length]!;
    calls.push(
      get(url, headers).then((status) => {
        times.push(performance.now() - due);
        if (status !== 200) failures += 1;
      }),
    );
  }
  await Promise.all(calls);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), failures };
}
