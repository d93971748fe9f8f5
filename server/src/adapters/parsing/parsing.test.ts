import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReadableKind, TextBlock } from '../../domain/extraction/extraction.ports.ts';
import { extractBlocks } from './extract.ts';
import { makeParsing } from './parsing.ts';

const { documentText, close } = makeParsing();
afterAll(close);

const bytes = (text: string) => new TextEncoder().encode(text);
const sample = (name: string) => readFile(new URL(`./samples/${name}`, import.meta.url));
const ask = (content: Uint8Array, kind: ReadableKind, more: object = {}) => ({
  bytes: content,
  kind,
  charset: '',
  url: null,
  keepsFooter: false,
  charsMax: 1_000_000,
  ...more,
});
/** As the worker reads it, and the blocks that it cut into passages. */
const read = async (content: Uint8Array, kind: ReadableKind, more: object = {}) => ({
  ...(await documentText.extract(ask(content, kind, more))),
  blocks: (await extractBlocks(ask(new Uint8Array(content), kind, more))).blocks,
});
const linesOf = ({ blocks }: { blocks: TextBlock[] }) =>
  blocks.map(({ headingPath, text }) => [...headingPath, text].join(' > '));

describe('pdf', () => {
  const lines = [
    'Delivery terms > We deliver every parcel within three working days, and\nexpress parcels within one working day.',
    'Delivery terms > Returns are free for thirty days.',
    'Delivery terms > Opening hours > Monday to Friday from nine to five.',
  ];

  it('reads paragraphs under headings, found by their size', async () => {
    const text = await read(await sample('terms.pdf'), 'pdf');
    expect(text.title).toBe('Delivery terms');
    expect(linesOf(text)).toEqual(lines);
  });

  it('reads one that anybody may open, though an owner password forbids other things', async () => {
    expect(linesOf(await read(await sample('owner-password.pdf'), 'pdf'))).toEqual(lines);
  });

  it.each([
    ['password.pdf', 'This PDF is protected by a password. Remove the password and upload it again.'],
    ['scan.pdf', 'This PDF holds pictures only, no text. Run a text recognition (OCR) over it and upload it again.'],
  ])('says of %s what is wrong and what to do', async (name, message) => {
    await expect(read(await sample(name), 'pdf')).rejects.toMatchObject({ kind: 'invalid', message });
  });

  it('says of a damaged one that it is damaged', async () => {
    const half = (await sample('terms.pdf')).subarray(0, 700);
    await expect(read(half, 'pdf')).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('docx', () => {
  it('reads headings, tables and lists', async () => {
    expect(linesOf(await read(await sample('plants.docx'), 'docx'))).toEqual([
      'Gärtnerei Grün > Wir liefern Pflanzen frei Haus.',
      'Gärtnerei Grün > Preise > Pflanze: Rose | Preis: 7 €',
      'Gärtnerei Grün > Preise > - Rosen sind winterhart.\n- Tulpen blühen im Mai.',
    ]);
  });

  it('stops a bomb before it is unpacked', async () => {
    const text = strToU8(`<w:document><w:body><w:p>${' '.repeat(64 * 1024 * 1024)}`);
    const bomb = zipSync({ 'word/document.xml': text }, { level: 1 });
    expect(bomb.length).toBeLessThan(1_000_000);
    // The worker stands, with its libraries: what grows from here on is the bomb's.
    await read(await sample('plants.docx'), 'docx');
    const before = process.memoryUsage.rss();
    await expect(read(bomb, 'docx')).rejects.toMatchObject({ kind: 'invalid' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('refuses an archive that is no document', async () => {
    await expect(read(zipSync({ 'a.txt': strToU8('x') }), 'docx')).rejects.toMatchObject({
      message: 'This file is no Word document.',
    });
  });
});

describe('html', () => {
  const page = (body: string, head = '') =>
    bytes(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`);

  it('keeps headings, tables with the names of their columns, lists and terms; leaves scripts and navigation', async () => {
    const text = await read(
      page(
        `<nav><a href="/home">Home</a></nav><script>alert(1)</script><main><h1>Delivery</h1><p>We deliver in <b>three</b> days.</p>
        <h2>Prices</h2><table><thead><tr><th>Plan</th><th>Price</th></tr></thead><tr><td>Basic</td><td>5</td></tr><tr><td>Pro</td><td>15</td></tr></table>
        <ol><li>Order</li><li>Pay<ul><li>by card</li></ul></li></ol><dl><dt>Phone</dt><dd>555 0100</dd></dl></main>`,
        '<title>Delivery | Shop</title>',
      ),
      'html',
    );
    expect(text.title).toBe('Delivery | Shop');
    expect(linesOf(text)).toEqual([
      'Delivery > We deliver in three days.',
      'Delivery > Prices > Plan: Basic | Price: 5\nPlan: Pro | Price: 15',
      'Delivery > Prices > 1. Order\n2. Pay\n  - by card',
      'Delivery > Prices > Phone: 555 0100',
    ]);
  });

  it('takes the article out of decoration', async () => {
    const paragraph = `<p>${'The old mill by the river grinds flour for the whole valley, as it has for centuries. '.repeat(8)}</p>`;
    const text = await read(
      page(`<div class="sidebar">Sign up now</div><article><h2>The mill</h2>${paragraph.repeat(3)}</article>`),
      'html',
    );
    expect(linesOf(text).join('\n')).toContain('The mill > The old mill');
    expect(linesOf(text).join('\n')).not.toContain('Sign up now');
  });

  it.each([
    [
      'head',
      '<html lang="en"><meta charset="utf-8"><title>Mill</title><body><h1>Prices</h1><p>Flour costs 2 euros.</p></body></html>',
    ],
    ['body', '<html><head><title>Mill</title></head><h1>Prices</h1><p>Flour costs 2 euros.</p></html>'],
    ['head and body', '<!doctype html><html><title>Mill</title><h1>Prices</h1><p>Flour costs 2 euros.'],
    ['html', '<!doctype html><title>Mill</title><h1>Prices</h1><p>Flour costs 2 euros.'],
  ])('reads a page that leaves out the tags of its %s', async (_name, html) => {
    const text = await read(bytes(html), 'html');
    expect({ title: text.title, lines: linesOf(text) }).toEqual({
      title: 'Mill',
      lines: ['Prices > Flour costs 2 euros.'],
    });
  });

  it('does not read what is hidden from people', async () => {
    const hidden = '<p hidden>one</p><p style="display: none">two</p><div aria-hidden="true">three</div><p>Shown.</p>';
    expect(linesOf(await read(page(hidden), 'html'))).toEqual(['Shown.']);
  });

  it('keeps the footer when asked, and the address behind a link', async () => {
    const body =
      '<p>Hello, <a href="mailto:shop@example.com">write to us</a>.</p><footer>Main Street 1<nav>Imprint</nav></footer>';
    expect(linesOf(await read(page(body), 'html'))).toEqual(['Hello, write to us (shop@example.com).']);
    expect(linesOf(await read(page(body), 'html', { keepsFooter: true }))).toContain('Main Street 1');
  });

  it('tells links to follow, the canonical address, nofollow and the name of the site', async () => {
    const head =
      '<base href="/shop/"><link rel="canonical" href="/shop/a"><meta name="robots" content="noindex, nofollow"><meta property="og:site_name" content=" Harbour\n Bikes ">';
    const body =
      '<a href="b?x=1#y">b</a><a href="/c" rel="nofollow">c</a><a href="mailto:a@example.com">m</a><a href="javascript:1">j</a>';
    const { page: facts } = await read(page(body, head), 'html', { url: 'https://example.com/a' });
    expect(facts).toEqual({
      links: ['https://example.com/shop/b?x=1'],
      canonical: 'https://example.com/shop/a',
      isNoFollow: true,
      siteName: 'Harbour Bikes',
      hasScripts: false,
    });
  });

  it('survives a page nested beyond all reason', async () => {
    const deep = `${'<div>'.repeat(50_000)}text${'</div>'.repeat(50_000)}`;
    const outcome = await documentText.extract(ask(page(deep), 'html')).then(
      (text) => text.chunks.length,
      (error) => error.kind,
    );
    expect([1, 'invalid']).toContain(outcome);
    expect(linesOf(await read(page('<p>Still here.</p>'), 'html'))).toEqual(['Still here.']);
  });
});

describe('markdown and csv', () => {
  it('reads markdown as its html', async () => {
    const text = await read(
      bytes('---\ntitle: Help\n---\n# Pay\nBy **card**.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n'),
      'md',
    );
    expect(text.title).toBe('Help');
    expect(linesOf(text)).toEqual(['Pay > By card.', 'Pay > a: 1 | b: 2', 'Pay > code']);
  });

  it.each([
    [',', '"3,50"'],
    [';', '"3,50"'],
    ['\t', '3,50'],
  ])('names the column of each cell, separated by %j', async (separator, price) => {
    const rows = [
      ['Name', 'Price', 'Note'],
      ['Tea', price, ''],
      ['Coffee', '4', '"two\nlines"'],
    ];
    const text = await read(bytes(rows.map((row) => row.join(separator)).join('\r\n')), 'csv');
    expect(linesOf(text)).toEqual(['Name: Tea | Price: 3,50\nName: Coffee | Price: 4 | Note: two lines']);
  });

  it('stops a long table at the limit and says so', async () => {
    const text = await read(bytes(`Name,Price\n${'Tea,3\n'.repeat(100_000)}`), 'csv', { charsMax: 1_000 });
    expect(text.isCut).toBe(true);
    expect(text.blocks[0]?.text.length).toBe(1_000);
  });
});

describe('encodings', () => {
  const word = 'Größe naïve €';
  const utf16 = (text: string, mark: number[]) => Buffer.concat([Buffer.from(mark), Buffer.from(text, 'utf16le')]);
  const windows1252 = Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x6e, 0x61, 0xef, 0x76, 0x65, 0x20, 0x80]);

  it.each([
    ['utf-8', bytes(word), ''],
    ['utf-8 with a mark', bytes(`\ufeff${word}`), ''],
    ['utf-16 little endian', utf16(word, [0xff, 0xfe]), ''],
    ['utf-16 big endian', utf16(`\ufeff${word}`, []).swap16(), ''],
    ['windows-1252, untold', windows1252, ''],
    ['windows-1252, told', windows1252, 'windows-1252'],
  ])('reads %s', async (_name, content, charset) => {
    expect(linesOf(await read(content, 'txt', { charset }))).toEqual([word]);
  });

  it('believes what a page says of itself', async () => {
    const content = Buffer.concat([
      bytes('<meta charset="windows-1251"><p>'),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    ]);
    expect(linesOf(await read(content, 'html'))).toEqual(['Привет']);
  });
});

describe('limits', () => {
  it('cut a text that is nothing but headings long before it is a passage a line', async () => {
    const sections = Array.from({ length: 12_000 }, (_, n) => `# ${n}\n${n}\n`).join('');
    const text = await documentText.extract(ask(bytes(sections), 'md'));
    expect(text.isCut).toBe(true);
    expect(text.chunks.length).toBeLessThanOrEqual(10_000);
  });

  it('ends a reading that takes too long, and reads the next document', async () => {
    const hasty = makeParsing({ timeoutMs: 50 });
    const slow = bytes(`<p>${'<b>x</b> '.repeat(400_000)}</p>`);
    const input = { kind: 'html', charset: '', url: null, keepsFooter: false, charsMax: 1_000_000 } as const;
    await expect(hasty.documentText.extract({ ...input, bytes: slow })).rejects.toMatchObject({
      message: 'This file takes too long to read.',
    });
    await hasty.close();
    expect(linesOf(await read(bytes('Next.'), 'txt'))).toEqual(['Next.']);
  });

  it('stops a pdf that unpacks without end', async () => {
    const inner = deflateSync(Buffer.alloc(600 * 1024 * 1024, ' '), { level: 1 });
    const before = process.memoryUsage.rss();
    const outcome = await read(pdfWith(inner), 'pdf').then(
      () => 'read',
      (error) => error.kind,
    );
    expect(outcome).toBe('invalid');
    expect(process.memoryUsage.rss() - before).toBeLessThan(600 * 1024 * 1024);
  });
});

/** The smallest pdf whose one page shows this stream. */
function pdfWith(stream: Uint8Array): Uint8Array {
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n' +
    `4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`;
  return Buffer.concat([bytes(head), stream, bytes('\nendstream endobj\ntrailer<</Root 1 0 R>>')]);
}
