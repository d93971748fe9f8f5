import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { docxSlices } from './docx-slices.ts';
import { readDocx } from './read-docx.ts';

const paragraph = (text: string, style = '') => `<w:p><w:pPr>${style}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const heading = (text: string) => paragraph(text, '<w:pStyle w:val="Heading1"/>');
const item = (text: string) => paragraph(text, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>');
const table = (text: string) =>
  `<w:tbl><w:tr>${['Plan', text].map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr></w:tbl>`;
const body = (...content: string[]) =>
  `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${content.join('')}<w:sectPr/></w:body></w:document>`;

async function slicesOf(...texts: string[]): Promise<string[]> {
  const sent = (async function* () {
    yield* texts;
  })();
  const slices: string[] = [];
  for await (const slice of docxSlices(sent)) slices.push(slice);
  return slices;
}

const long = (name: string, length: number, make: (text: string) => string) =>
  Array.from({ length }, (_, at) => make(`${name} ${at} ${'x'.repeat(1_000)}`));

test('slices of a long document hold all of it, once, each between paragraphs or tables', async () => {
  const content = [...long('a', 500, paragraph), ...long('b', 500, table)];
  const whole = body(...content);
  const slices = await slicesOf(whole.slice(0, 50), whole.slice(50, 700_001), whole.slice(700_001));
  expect(slices.length).toBeGreaterThan(3);
  const inner = slices.map((slice) => /^<\?xml.*?<w:body>(.*)<\/w:body><\/w:document>$/s.exec(slice)?.[1]);
  expect(inner.join('')).toBe(`${content.join('')}<w:sectPr/>`);
  for (const one of inner) expect(one).toMatch(/^<w:(p|tbl)>.*(<\/w:p>|<\/w:tbl>|<w:sectPr\/>)$/s);
});

test('a list stays in one slice where it fits', async () => {
  const slices = await slicesOf(body(...long('a', 200, paragraph), ...long('b', 100, item), ...long('c', 200, item)));
  expect(slices.map((slice) => [slice.includes('>a '), slice.includes('>b ')])).not.toContainEqual([true, true]);
});

test('a short document is one slice, and what is none is refused', async () => {
  expect(await slicesOf(body(paragraph('a')))).toEqual([body(paragraph('a'))]);
  const renamed = body(paragraph('a')).replaceAll('w:', 'ns0:');
  expect(await slicesOf(renamed)).toEqual([renamed]);
  await expect(slicesOf('<a/>')).rejects.toThrow('no Word document');
  await expect(slicesOf('<w:document><w:body></w:p>')).rejects.toThrow('damaged');
  await expect(slicesOf(body('<w:p>'.repeat(300)))).rejects.toThrow('nested too deeply');
});

test('what stands in a later slice stands under the heading of an earlier one', async () => {
  const styles =
    '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>';
  const file = zipSync({
    '[Content_Types].xml': strToU8('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    'word/document.xml': strToU8(
      body(heading('Prices'), ...long('a', 800, paragraph), heading('Hours'), paragraph('Nine.')),
    ),
    'word/styles.xml': strToU8(styles),
  });
  const blocks = await readDocx(file, 1_000_000);
  expect(blocks).toHaveLength(801);
  expect(blocks.slice(0, 800).every(({ headingPath }) => headingPath.join() === 'Prices')).toBe(true);
  expect(blocks[800]).toEqual({ headingPath: ['Hours'], text: 'Nine.', kind: 'text' });
});
