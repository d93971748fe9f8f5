import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import sax from 'sax';
import { VendorFailure } from '../vendors/vendors.ports.ts';

/** The sitemap protocol allows 50 MB for one file, uncompressed. */
export const SITEMAP_BYTES_MAX = 50 * 1024 * 1024;

/**
 * Calls back for every address of a sitemap while it arrives: `page` for a page, `sitemap` for an entry of an index. Keeps no
 * more of it in memory than one entry. Takes gzip by its first bytes, whatever the site calls it.
 */
export async function parseSitemap(
  body: AsyncIterable<Uint8Array>,
  found: (kind: 'page' | 'sitemap', address: string) => void,
): Promise<void> {
  const parser = sax.parser(true, { trim: true });
  const path: string[] = [];
  let address = '';
  let isSitemap = false;
  parser.onopentag = ({ name }) => {
    path.push(name.replace(/^.*:/, ''));
    if (path.length === 1) isSitemap = path[0] === 'urlset' || path[0] === 'sitemapindex';
    address = '';
  };
  const onText = (text: string) => {
    if (path.length === 3 && path[2] === 'loc' && address.length < 4_000) address += text;
  };
  parser.ontext = onText;
  parser.oncdata = onText;
  parser.onclosetag = () => {
    const [root, entry, field] = path;
    if (path.length === 3 && field === 'loc' && address) {
      if (root === 'urlset' && entry === 'url') found('page', address);
      if (root === 'sitemapindex' && entry === 'sitemap') found('sitemap', address);
    }
    path.pop();
  };
  parser.onerror = (error) => {
    throw new VendorFailure('invalid', `The sitemap is not valid XML (${error.message.split('\n')[0]}).`);
  };
  const decoder = new TextDecoder();
  for await (const chunk of uncompressed(body)) parser.write(decoder.decode(chunk, { stream: true }));
  parser.write(decoder.decode()).close();
  if (!isSitemap) throw new VendorFailure('invalid', 'This address holds no sitemap.');
}

async function* uncompressed(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const whole = prepend(first.value, chunks);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) return yield* whole;
  let bytes = 0;
  try {
    for await (const chunk of Readable.from(whole).compose(createGunzip())) {
      bytes += chunk.length;
      if (bytes > SITEMAP_BYTES_MAX) throw new VendorFailure('invalid', 'The sitemap is larger than 50 MB.');
      yield chunk;
    }
  } catch (error) {
    const isDamaged = String((error as NodeJS.ErrnoException).code).startsWith('Z_');
    throw isDamaged ? new VendorFailure('invalid', 'The sitemap is damaged: it could not be unpacked.') : error;
  }
}

async function* prepend(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
