import { deflateRawSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

/** The worst that one megabyte can be, by what reads it. Each was slow, or large, in some parser at some time. */
const MB = 1024 * 1024;
const bytes = (text: string) => new TextEncoder().encode(text);
/** `unit` again and again, up to `size` bytes. */
export const fill = (unit: string, size = MB) => unit.repeat(Math.ceil(size / bytes(unit).length)).slice(0, size);

const parameters = Array.from({ length: 90_000 }, (_, n) => `utm_${n}=1`)
  .join('&')
  .slice(0, MB);

export const htmlAttacks = (): Record<string, Uint8Array> => ({
  'one link of tracking parameters': bytes(`<a href="?${parameters}">x</a>`),
  'links just below the limit': bytes(fill(`<a href="?${parameters.slice(0, 900)}">x</a>`)),
  'a canonical address without end': bytes(`<link rel="canonical" href="?${parameters}"><p>x`),
  'links to a long base': bytes(`<base href="/${fill('b', MB / 2)}">${fill('<a href="a">x</a>', MB / 2)}`),
  'tiny paragraphs under long headings': bytes(
    `${[1, 2, 3, 4, 5, 6].map((n) => `<h${n}>${fill('h', 200)}</h${n}>`).join('')}${fill('<p>a')}`,
  ),
  'nothing but headings': bytes(fill('<h1>a</h1>b')),
  'nested without end': bytes(fill('<div>')),
  'nested lists': bytes(fill('<ul><li>a')),
  'one tag of attributes': bytes(`<p ${fill('a=1 ')}>`),
  'unclosed comments': bytes(fill('<!--')),
  'unclosed doctypes': bytes(fill('<!doctype ')),
});

export const textAttacks = (): Record<string, Uint8Array> => ({
  'tiny paragraphs': bytes(fill('a\n\n')),
  'one word': bytes(fill('x')),
  'a script without spaces': bytes(fill('漢')),
  'one character of accents': bytes(fill('\u0301')),
  spaces: bytes(fill(' \n')),
  sentences: bytes(fill('a. ')),
});

export const markdownAttacks = (): Record<string, Uint8Array> => ({
  brackets: bytes(fill('[')),
  'open emphasis': bytes(fill('*a **b ')),
  quotes: bytes(fill('> ', MB / 8)),
  'nested links': bytes(fill('[a](')),
  headings: bytes(fill('# a\nb\n')),
  'a table': bytes(`|a|b|\n|-|-|\n${fill('|a|b|\n')}`),
  'front matter': bytes(`---\ntitle: ${fill('"', MB)}`),
});

export const csvAttacks = (): Record<string, Uint8Array> => ({
  'open quotes': bytes(fill('"a""')),
  'one row': bytes(fill('a,')),
  'tiny rows': bytes(fill('a,b\n')),
  people: bytes(`name,email,phone\n${fill('Ann Smith,ann.smith@example.com,+1 202 555 0100\n')}`),
  'no address': bytes(`email\n${fill('a@a.'.repeat(100).concat('\n'))}`),
});

/** The smallest file of each kind of archive, around content that is much larger. */
export const docxAttacks = (): Record<string, Uint8Array> => ({
  bomb: zipSync({ 'word/document.xml': new Uint8Array(200 * MB) }, { level: 9 }),
  'deep xml': docx(fill('<w:p>', 20 * MB)),
  'tiny paragraphs': docx(fill('<w:p><w:r><w:t>a</w:t></w:r></w:p>', 8 * MB)),
  'empty parts': zipSync(
    Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`word/${n}.xml`, new Uint8Array()])),
  ),
});

const docx = (body: string) =>
  zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'word/document.xml': strToU8(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ),
  });

export const pdfAttacks = (): Record<string, Uint8Array> => ({
  operators: pdf(bytes(fill('BT (a) Tj ET ', 20 * MB))),
  strings: pdf(bytes(fill('BT /F1 9 Tf (aaaaaaaa) Tj T* ET ', 20 * MB))),
  objects: Buffer.concat([bytes('%PDF-1.4\n'), bytes(fill('1 0 obj<</A[[[[]]]]>>endobj\n'))]),
  'open arrays': Buffer.concat([bytes('%PDF-1.4\n1 0 obj'), bytes(fill('[<<'))]),
});

function pdf(content: Uint8Array): Uint8Array {
  const stream = deflateRawSync(content);
  const zlibbed = Buffer.concat([Buffer.from([0x78, 0x9c]), stream, Buffer.alloc(4)]);
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n' +
    `4 0 obj<</Length ${zlibbed.length}/Filter/FlateDecode>>stream\n`;
  return Buffer.concat([bytes(head), zlibbed, bytes('\nendstream endobj\ntrailer<</Root 1 0 R>>')]);
}

/** robots.txt is read up to 512 kB. */
export const robotsAttacks = (): Record<string, Uint8Array> => ({
  'one run of stars': bytes(`User-agent: *\nDisallow: /${fill('*', MB / 2)}`),
  'stars between letters': bytes(`User-agent: *\n${fill(`Disallow: /${'*a'.repeat(1_000)}\n`, MB / 2)}`),
  'many rules': bytes(`User-agent: *\n${fill('Disallow: /a*b\n', MB / 2)}`),
  'many robots': bytes(`${fill('User-agent: a\n', MB / 2)}Disallow: /`),
});

export const sitemapAttacks = (): Record<string, Uint8Array> => ({
  'open tags': bytes(`<urlset>${fill('<a>')}`),
  'open tags, compressed': gzipSync(`<urlset>${fill('<a>', 40 * MB)}`),
  'one tag of attributes': bytes(`<urlset ${Array.from({ length: 90_000 }, (_, n) => `a${n}=""`).join(' ')}>`),
  'one address of parameters': bytes(
    `<urlset><url><loc>https://example.com/?${parameters.replaceAll('&', '&amp;')}</loc></url></urlset>`,
  ),
  'many addresses': bytes(`<urlset>${fill('<url><loc>https://example.com/?utm_a=1</loc></url>')}</urlset>`),
  entities: bytes(`<urlset>${fill('&#x41;')}`),
});

/** An agent's custom CSS has at most 64 kB. */
export const cssAttacks = (): Record<string, string> => ({
  'open blocks': fill('a{', 65_536),
  'open brackets': fill('a(', 65_536),
  selectors: fill('a,', 65_536),
  declarations: `a{${fill('color:red;', 65_000)}}`,
  'custom properties': `a{${fill('--a:{[(', 65_000)}`,
  escapes: fill('\\75 ', 65_536),
  'open strings': fill('"\n', 65_536),
});

export const jsonAttacks = (): Record<string, string> => ({
  numbers: `[${fill('1,')}1]`,
  brackets: fill('['),
  'nested pairs': fill('{"a":'),
  keys: `{${Array.from({ length: 70_000 }, (_, n) => `"${n}x":0`).join(',')}}`,
  'empty objects': `[${fill('{},')}{}]`,
  escapes: `["${fill('\\u0061')}"]`,
});

/** A photo as text, which is as long as a body may be: 2 MB. */
export const base64Attacks = (): Record<string, string> => ({
  'a whole body': fill('A', 2 * MB),
  'a sign that is none, at the end': `${fill('A', 2 * MB)}!`,
  'what pads it, everywhere': fill('A=', 2 * MB),
  addresses: fill('data:image/png;base64,', 2 * MB),
  'an address without end': `data:${fill(';base64', 2 * MB)}`,
});

export const formAttacks = (): Record<string, string> => ({
  'many fields': `${fill('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n')}\r\n--b--\r\n`,
  'half boundaries': `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${fill('\r\n--')}\r\n--b--\r\n`,
  'one long header': `--b\r\n${fill('a: b; ')}\r\n\r\n1\r\n--b--\r\n`,
});

/** Files by their first bytes: what each of these says about itself makes a reader look on. */
export const headAttacks = (): Record<string, Uint8Array> => ({
  'zip entries': zipSync(Object.fromEntries(Array.from({ length: 8_000 }, (_, n) => [`${n}`, new Uint8Array()]))),
  'id3 tags': Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from('49443303000000000000', 'hex'))),
  'png chunks': Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...Array.from({ length: 80_000 }, () => Buffer.from('000000007445587400000000', 'hex')),
  ]),
  boxes: Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from('000000086674797000', 'hex'))),
  xml: bytes(`<?xml version="1.0"?>${fill('<a>')}`),
  spaces: bytes(fill(' ')),
  controls: Buffer.alloc(MB, 9),
});

/** Node takes 16 kB of headers in all. */
export const headerAttacks = (): Record<string, string> => ({
  commas: fill(',', 15_000),
  languages: fill('de;q=0.1,', 15_000),
  pairs: fill('a=b; ', 15_000),
  signs: fill('= ;', 15_000),
  spaces: fill(' ', 15_000),
  brackets: fill('Mozilla/5.0 (Version/', 15_000),
  digits: fill('1.', 15_000),
});

/** What a visitor types: 8,000 characters at most. */
export const messageAttacks = (): Record<string, string> => ({
  digits: fill('1', 8_000),
  'a telephone number without end': `call me ${fill('1 ', 7_900)}`,
  'an address without end': `${fill('a.', 4_000)}@${fill('a.', 3_900)}`,
  'a name without end': `my name is ${fill('Ann ', 7_900)}`,
  spaces: `hello${fill(' ', 7_900)}!`,
  'a script without spaces': fill('漢', 24_000).slice(0, 8_000),
  'joined words': fill('a/b-1', 8_000),
  words: fill('hello ', 8_000),
  'one word': fill('hello', 8_000),
});
