import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { listSitemapPages } from './list-sitemap-pages.ts';
import type { FetchPage } from './websites.ports.ts';

const reading = await makeReadingVendors([]);
afterAll(() => reading.close());
const { siteFiles } = reading.vendors;

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const urlset = (...addresses: string[]) =>
  `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i">${addresses
    .map(
      (one) =>
        `<url><loc>\n ${one} </loc><image:image><image:loc>https://example.com/i.png</image:loc></image:image></url>`,
    )
    .join('')}</urlset>`;
const index = (...addresses: string[]) =>
  `${head}<sitemapindex>${addresses.map((one) => `<sitemap><loc>${one}</loc></sitemap>`).join('')}</sitemapindex>`;

/** Gives every body in pieces of seven bytes, so that no tag and no letter arrives whole. */
function siteOf(files: Record<string, string | Uint8Array>): FetchPage {
  const find = (url: string) => {
    const content = files[new URL(url).pathname];
    if (content === undefined) throw new VendorFailure('not_found', 'This page does not exist.');
    return Buffer.from(content as string);
  };
  return {
    checkAddress: (url) => url,
    get: async (url) => ({ url, contentType: '', charset: '', bytes: find(url) }),
    open: async (url) => {
      const bytes = find(url);
      const body = async function* () {
        for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
      };
      return { url, contentType: '', charset: '', body: body() };
    },
  };
}

const list = (files: Record<string, string | Uint8Array>, pagesMax = 10) =>
  listSitemapPages({ fetchPage: siteOf(files), siteFiles }, 'https://example.com/sitemap.xml', {
    pagesMax,
    signal: new AbortController().signal,
  });

describe('sitemaps', () => {
  it('list their pages once, without pictures, binaries and what is no web address; entities and CDATA are read', async () => {
    const found = await list({
      '/sitemap.xml': urlset(
        'https://example.com/a?x=1&amp;y=ü',
        'https://example.com/a?x=1&amp;y=ü#z',
        '<![CDATA[https://example.com/b]]>',
        'https://example.com/c.pdf',
        'https://example.com/d.zip',
        'ftp://example.com/e',
      ),
    });
    expect(found).toEqual({
      addresses: ['https://example.com/a?x=1&y=%C3%BC', 'https://example.com/b', 'https://example.com/c.pdf'],
      listed: 6,
    });
  });

  it('count all entries and keep the first', async () => {
    const found = await list(
      { '/sitemap.xml': urlset(...Array.from({ length: 50 }, (_, n) => `https://example.com/${n}`)) },
      3,
    );
    expect(found).toEqual({ addresses: [0, 1, 2].map((n) => `https://example.com/${n}`), listed: 50 });
  });

  it('may be compressed, and may be an index of others, some of which are missing or lead in a circle', async () => {
    const found = await list({
      '/sitemap.xml': index('https://example.com/1.xml.gz', '/missing.xml', '/sitemap.xml', '/2.xml'),
      '/1.xml.gz': gzipSync(urlset('https://example.com/a')),
      '/2.xml': urlset('https://example.com/b', 'https://example.com/a'),
    });
    expect(found).toEqual({ addresses: ['https://example.com/a', 'https://example.com/b'], listed: 3 });
  });

  it.each([
    ['a page', '<!doctype html><html><body><p>Hi<br>there</p></body></html>'],
    ['other XML', `${head}<rss><channel><item><link>https://example.com/</link></item></channel></rss>`],
    ['damaged XML', `${head}<urlset><url><loc>https://example.com/</url>`],
    ['nothing', ''],
    ['text', 'https://example.com/'],
    [
      'entities that grow',
      `${head}<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>`,
    ],
    ['a damaged archive', Buffer.from('1f8b0800aaaaaaaaaaaaaaaaaa', 'hex')],
  ])('are refused when they are %s', async (_what, content) => {
    await expect(list({ '/sitemap.xml': content })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('of news have more levels than others, and nobody has as many as a parser would have to remember', async () => {
    const news = `${head}<urlset xmlns:n="n"><url><loc>https://example.com/a</loc><n:news><n:publication><n:name>A</n:name></n:publication></n:news></url></urlset>`;
    expect(await list({ '/sitemap.xml': news })).toMatchObject({ listed: 1 });
    const deep = gzipSync(`<urlset>${'<a>'.repeat(8_000_000)}`);
    await expect(list({ '/sitemap.xml': deep })).rejects.toMatchObject({
      message: 'The sitemap is nested too deeply.',
    });
  });

  it('pass over addresses that are too long, and what lies behind them stays', async () => {
    const files = {
      '/sitemap.xml': urlset(`https://example.com/?${'utm_0=1&amp;'.repeat(9_000)}`, 'https://example.com/b'),
    };
    expect((await list(files)).addresses).toEqual(['https://example.com/b']);
  });

  it('are stopped when they unpack without end', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(60 * 1024 * 1024, ' ')]));
    await expect(list({ '/sitemap.xml': bomb })).rejects.toMatchObject({
      message: 'The sitemap is larger than 50 MB.',
    });
  });
});
