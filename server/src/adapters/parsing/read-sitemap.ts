import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import sax from 'sax';
import { type Globs, makeGlobFilter } from '../../domain/websites/globs.rules.ts';
import { pageAddress } from '../../domain/websites/links.rules.ts';
import { SITEMAP_BYTES_MAX, type SitemapPart } from '../../domain/websites/websites.ports.ts';
import { ReadingProblem } from './reading-problem.ts';

/** News and video sitemaps stand five levels deep. The parser keeps every open tag, so one without end would fill memory. */
const DEPTH_MAX = 16;
const ADDRESS_CHARS_MAX = 2_000;
const SITEMAPS_MAX = 100;

/** A sitemap or an index of them that lies in a file. Takes gzip by its first bytes, whatever the site calls it. */
export async function readSitemap(input: {
  path: string;
  url: string;
  pagesMax: number;
  globs: Globs;
}): Promise<SitemapPart> {
  const judge = makeGlobFilter(input.globs);
  const found = { pages: new Set<string>(), sitemaps: new Set<string>(), listed: 0 };
  await parse(uncompressed(input.path), (kind, address) => {
    if (kind === 'page') {
      found.listed += 1;
      const page = found.pages.size < input.pagesMax ? pageAddress(address, input.url) : null;
      if (page && judge(page).verdict === 'in') found.pages.add(page);
    } else if (found.sitemaps.size < SITEMAPS_MAX) {
      const next = URL.parse(address, input.url)?.href;
      if (next) found.sitemaps.add(next);
    }
  });
  return { pages: [...found.pages], sitemaps: [...found.sitemaps], listed: found.listed };
}

async function parse(
  body: AsyncIterable<Uint8Array>,
  found: (kind: 'page' | 'sitemap', address: string) => void,
): Promise<void> {
  const parser = sax.parser(true, { trim: true });
  const path: string[] = [];
  let address = '';
  let isSitemap = false;
  parser.onopentag = ({ name }) => {
    if (path.length >= DEPTH_MAX) throw new ReadingProblem('The sitemap is nested too deeply.');
    path.push(name.replace(/^[^:]*:/, ''));
    if (path.length === 1) isSitemap = path[0] === 'urlset' || path[0] === 'sitemapindex';
    address = '';
  };
  const onText = (text: string) => {
    if (path.length === 3 && path[2] === 'loc' && address.length <= ADDRESS_CHARS_MAX) address += text;
  };
  parser.ontext = onText;
  parser.oncdata = onText;
  parser.onclosetag = () => {
    const [root, entry, field] = path;
    if (path.length === 3 && field === 'loc' && address && address.length <= ADDRESS_CHARS_MAX) {
      if (root === 'urlset' && entry === 'url') found('page', address);
      if (root === 'sitemapindex' && entry === 'sitemap') found('sitemap', address);
    }
    path.pop();
  };
  parser.onerror = (error) => {
    throw new ReadingProblem(`The sitemap is not valid XML (${error.message.split('\n')[0]}).`);
  };
  const decoder = new TextDecoder();
  for await (const chunk of body) parser.write(decoder.decode(chunk, { stream: true }));
  parser.write(decoder.decode()).close();
  if (!isSitemap) throw new ReadingProblem('This address holds no sitemap.');
}

async function* uncompressed(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  const head = new Uint8Array(2);
  await file.read(head, 0, 2, 0);
  const stored = file.createReadStream({ start: 0 });
  if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* stored;
  let bytes = 0;
  try {
    for await (const chunk of stored.compose(createGunzip())) {
      bytes += chunk.length;
      if (bytes > SITEMAP_BYTES_MAX) throw new ReadingProblem('The sitemap is larger than 50 MB.');
      yield chunk;
    }
  } catch (error) {
    const isDamaged = String((error as NodeJS.ErrnoException).code).startsWith('Z_');
    throw isDamaged ? new ReadingProblem('The sitemap is damaged: it could not be unpacked.') : error;
  }
}
