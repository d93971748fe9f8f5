import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProbeResult } from '../dns/dns.ports.ts';
import { watchEdge } from './watch-edge.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const place = { addresses: [], issuers: [] };
function watch(host: string, answers: ProbeResult[]) {
  const asked: string[] = [];
  const probe = async (name: string) => {
    asked.push(name);
    return answers.shift() ?? 'right';
  };
  const publicUrl = 'https://app.platform.example:8443';
  return { asked, isWorking: watchEdge({ hostProbe: { probe }, edge: { host, ...place }, publicUrl }) };
}

// Planted: an answer that is kept for ever -> the edge stays down.
it('is asked once for all that is looked at meanwhile, and again after half a minute', async () => {
  const { asked, isWorking } = watch('edge.example', ['unreachable', 'other', 'certificate']);
  expect(await Promise.all([isWorking(), isWorking()])).toEqual([false, false]);
  vi.advanceTimersByTime(29_000);
  expect(await isWorking()).toBe(false);
  expect(asked).toEqual(['edge.example']);
  vi.advanceTimersByTime(2_000);
  expect(await isWorking()).toBe(true);
  vi.advanceTimersByTime(31_000);
  expect(await isWorking()).toBe(false);
});

it('is our own host where agencies are given addresses alone', async () => {
  const { asked, isWorking } = watch('', []);
  expect(await isWorking()).toBe(true);
  expect(asked).toEqual(['app.platform.example']);
});
