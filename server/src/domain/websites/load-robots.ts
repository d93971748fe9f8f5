import { VendorFailure } from '../vendors/vendors.ports.ts';
import { type FetchPage, ROBOT_NAME, type SiteFiles } from './websites.ports.ts';

const DELAY_MS_MAX = 5_000;
const ROBOTS_BYTES_MAX = 512 * 1024;

export type Robots = {
  /** May it be read, and how many milliseconds does the site want between two requests (0 where it asks for none)? */
  ask(url: string): Promise<{ isAllowed: boolean; delayMs: number }>;
};

const OPEN = { isAllowed: true, delayMs: 0 };

/**
 * What robots.txt of each site says, read once. As RFC 9309 has it: none there means everything is open, one that cannot be
 * reached means everything is closed (`unreachable` is thrown, so that it is tried again another time).
 */
export function makeRobots(deps: { fetchPage: FetchPage; siteFiles: SiteFiles }, signal: AbortSignal): Robots {
  const known = new Map<string, Promise<Uint8Array>>();
  const textOf = (robotsUrl: string) => {
    const found = known.get(robotsUrl) ?? load(deps.fetchPage, robotsUrl, signal);
    known.set(robotsUrl, found);
    return found;
  };
  return {
    async ask(url) {
      const robotsUrl = `${new URL(url).origin}/robots.txt`;
      const bytes = await textOf(robotsUrl);
      if (bytes.length === 0) return OPEN;
      const question = { bytes, robotsUrl, url, robotName: ROBOT_NAME };
      const { isAllowed, delayMs } = await deps.siteFiles.askRobots(question).catch((error: Error) => {
        throw new VendorFailure('invalid', `The site's robots.txt cannot be read. ${error.message}`);
      });
      return { isAllowed, delayMs: Math.min(delayMs, DELAY_MS_MAX) };
    },
  };
}

/** Empty where there is none. */
async function load(fetchPage: FetchPage, address: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const { bytes } = await fetchPage.get(address, { bytesMax: ROBOTS_BYTES_MAX, timeoutMs: 10_000, signal });
    return bytes;
  } catch (error) {
    if (error instanceof VendorFailure && !error.canRetry) return new Uint8Array();
    throw error;
  }
}
