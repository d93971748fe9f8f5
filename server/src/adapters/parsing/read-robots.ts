import robotsParser from 'robots-parser';
import type { SiteFiles } from '../../domain/websites/websites.ports.ts';

/** As search engines have it: no site says anything in a line this long. */
const LINE_CHARS_MAX = 2_048;

/** The library's time is the length of the rules times that of the address, and a run of stars is as good as one. */
export async function readRobots({ bytes, robotsUrl, url, robotName }: Parameters<SiteFiles['askRobots']>[0]) {
  const lines = new TextDecoder()
    .decode(bytes)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.length <= LINE_CHARS_MAX)
    .map((line) => line.replace(/\*+/g, '*'));
  const robots = robotsParser(robotsUrl, lines.join('\n'));
  return {
    isAllowed: robots.isAllowed(url, robotName) ?? true,
    delayMs: (robots.getCrawlDelay(robotName) ?? 0) * 1_000,
  };
}
