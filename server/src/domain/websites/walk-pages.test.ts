import { afterAll, describe, expect, it } from 'vitest';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { pageAddress, siteOf } from './links.rules.ts';
import { makeRobots } from './load-robots.ts';
import { walkPages } from './walk-pages.ts';

const reading = await makeReadingVendors([]);
afterAll(() => reading.close());
const { siteFiles } = reading.vendors;
const signal = new AbortController().signal;
const robotsOf = (answer: () => string): Parameters<typeof makeRobots>[0] => ({
  siteFiles,
  fetchPage: {
    checkAddress: (url) => url,
    get: async (url) => ({ url, contentType: 'text/plain', charset: '', bytes: Buffer.from(answer()) }),
    open: () => Promise.reject(new Error('not used')),
  },
});

const walk = (links: Record<string, string[]>, more: { robots?: string; pagesMax?: number; slow?: string } = {}) => {
  const order: string[] = [];
  let running = 0;
  let most = 0;
  let isDone: () => void = () => {};
  const others = new Promise<void>((resolve) => {
    isDone = resolve;
  });
  const ended = walkPages({
    seeds: ['https://example.com/'],
    sites: new Set(['example.com']),
    pagesMax: more.pagesMax ?? 50,
    robots: makeRobots(
      robotsOf(() => more.robots ?? ''),
      signal,
    ),
    signal,
    visit: async (url) => {
      running += 1;
      most = Math.max(most, running);
      if (url === more.slow) await others;
      else if (order.length > 0) queueMicrotask(isDone);
      await Promise.resolve();
      running -= 1;
      return async () => {
        order.push(new URL(url).pathname);
        return { outcome: 'read', links: links[new URL(url).pathname] ?? [] };
      };
    },
    report: async () => {},
  });
  return ended.then((end) => ({ ...end, order, most }));
};
const at = (...paths: string[]) => paths.map((path) => `https://example.com${path}`);

describe('a walk over a site', () => {
  it('goes breadth first, never twice, never off the site', async () => {
    const { order, hasMore } = await walk({
      '/': [...at('/a', '/b', '/a', '/'), 'https://other.example.com/', 'https://example.com:8443/'],
      '/a': at('/c'),
      '/b': at('/d', '/c'),
    });
    expect({ order, hasMore }).toEqual({ order: ['/', '/a', '/b', '/c', '/d'], hasMore: false });
  });

  it('takes pages in the order in which they were found, however slow one of them is, four at a time', async () => {
    const paths = Array.from({ length: 12 }, (_, n) => `/${n}`);
    const { order, most } = await walk({ '/': at(...paths) }, { slow: 'https://example.com/0' });
    expect(order).toEqual(['/', ...paths]);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('reads no page beyond the limit, and says that there are more', async () => {
    const { order, hasMore } = await walk({ '/': at('/a', '/b', '/c', '/d', '/e') }, { pagesMax: 3 });
    expect({ order, hasMore }).toEqual({ order: ['/', '/a', '/b'], hasMore: true });
  });

  it('keeps to robots.txt, also to what it says to us by name', async () => {
    const robots = 'User-agent: *\nDisallow: /a\n\nUser-agent: SiteReader\nDisallow: /b\n';
    const { order, skippedByRobots } = await walk({ '/': at('/a', '/b/x') }, { robots });
    expect({ order, skippedByRobots }).toEqual({ order: ['/', '/a'], skippedByRobots: 1 });
  });
});

describe('robots.txt', () => {
  it('opens everything when there is none, and stops the walk when it cannot be reached', async () => {
    const missing = robotsOf(() => {
      throw new VendorFailure('not_found', 'none');
    });
    expect(await makeRobots(missing, signal).ask('https://example.com/a')).toEqual({ isAllowed: true, delayMs: 0 });
    const down = robotsOf(() => {
      throw new VendorFailure('unreachable', 'down');
    });
    await expect(makeRobots(down, signal).ask('https://example.com/a')).rejects.toMatchObject({
      kind: 'unreachable',
    });
  });

  it('is asked for once a site, and its delay is capped', async () => {
    let asked = 0;
    const robots = makeRobots(
      robotsOf(() => {
        asked += 1;
        return 'User-agent: *\nCrawl-delay: 3600';
      }),
      signal,
    );
    for (const page of ['a', 'b'])
      expect(await robots.ask(`https://example.com/${page}`)).toEqual({ isAllowed: true, delayMs: 5_000 });
    expect(asked).toBe(1);
  });
});

describe('addresses of pages', () => {
  it.each([
    ['/a#b', 'https://example.com/a'],
    ['?utm_source=x&id=1', 'https://example.com/dir/page?id=1'],
    ['b.html', 'https://example.com/dir/b.html'],
    ['terms.pdf', 'https://example.com/dir/terms.pdf'],
    ['photo.JPG', null],
    ['app.js?x', null],
    ['mailto:a@example.com', null],
    ['javascript:alert(1)', null],
    ['https://u:p@example.com/', null],
    ['?a=1&utm_medium=x&a=2&gclid=y', 'https://example.com/dir/page?a=1&a=2'],
    ['?b=%20x', 'https://example.com/dir/page?b=%20x'],
    [`/${'x'.repeat(1_500)}`, null],
    [`?${'utm_0=1&'.repeat(2_000)}`, null],
    ['http://[', null],
  ])('%j is %j', (href, address) => {
    expect(pageAddress(href, 'https://example.com/dir/page')).toBe(address);
  });

  it('are not looked at where they, or what they are resolved against, are too long', () => {
    const long = `https://example.com/?${'utm_0=1&'.repeat(10_000)}`;
    const before = process.cpuUsage();
    expect([pageAddress(long), pageAddress('/a', long)]).toEqual([null, null]);
    expect(process.cpuUsage(before).user).toBeLessThan(50_000);
  });

  it('belong to one site by host and port', () => {
    expect(siteOf('http://example.com/a')).toBe(siteOf('https://example.com/b'));
    expect(siteOf('https://www.example.com/')).not.toBe(siteOf('https://example.com/'));
  });
});
