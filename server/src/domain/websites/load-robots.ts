import robotsParser from 'robots-parser';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { type FetchPage, ROBOT_NAME } from './websites.ports.ts';

const DELAY_MS_MAX = 5_000;
const ROBOTS_BYTES_MAX = 512 * 1024;

export type Robots = {
  isAllowed(url: string): Promise<boolean>;
  /** Milliseconds between two requests; 0 where the site asks for none. */
  delayMs(url: string): Promise<number>;
};

/**
 * What robots.txt of each site says, read once. As RFC 9309 has it: none there means everything is open, one that cannot be
 * reached means everything is closed (`unreachable` is thrown, so that it is tried again another time).
 */
export function makeRobots(fetchPage: FetchPage, signal: AbortSignal): Robots {
  const known = new Map<string, ReturnType<typeof load>>();
  const of = (url: string) => {
    const { origin } = new URL(url);
    const found = known.get(origin) ?? load(fetchPage, origin, signal);
    known.set(origin, found);
    return found;
  };
  return {
    isAllowed: async (url) => (await of(url)).isAllowed(url, ROBOT_NAME) ?? true,
    delayMs: async (url) => Math.min(((await of(url)).getCrawlDelay(ROBOT_NAME) ?? 0) * 1_000, DELAY_MS_MAX),
  };
}

async function load(fetchPage: FetchPage, origin: string, signal: AbortSignal) {
  const address = `${origin}/robots.txt`;
  try {
    const { bytes } = await fetchPage.get(address, { bytesMax: ROBOTS_BYTES_MAX, timeoutMs: 10_000, signal });
    return robotsParser(address, new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof VendorFailure && !error.canRetry) return robotsParser(address, '');
    throw error;
  }
}
