import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentId, type ConversationId, newConversationId } from '@antiphon/contract/ids';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { newTestScope, openTestDatabases } from '../../../test/harness/database.ts';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import { deleteFiles } from './delete-files.ts';
import { getFile } from './get-file.ts';
import { storeFile } from './store-file.ts';
import type { FileKind } from './uploads.ports.ts';
import { displayName } from './uploads.rules.ts';

const reading = await makeReadingVendors([]);
afterAll(() => reading.close());

const KINDS: FileKind[] = ['png', 'jpeg', 'webp', 'gif', 'pdf', 'txt', 'docx', 'csv'];
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: 'canary-copyright' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toFormat(format)
    .toBuffer();
const stored = async () => (await readdir(join(reading.folder, 'na')).catch(() => [])).toSorted();
const file = (content: Uint8Array | string, name: string) => new File([content as BlobPart], name);

describe.each(await openTestDatabases())('files that somebody sends, on $name', ({ database }) => {
  const deps = { database, ...reading.vendors };
  const input = (sent: File) => ({
    file: sent,
    kinds: KINDS,
    bytesMax: 1024 * 1024,
    agentId: null as AgentId | null,
    conversationId: newConversationId() as ConversationId | null,
  });
  const store = (sent: File, scope = newTestScope()) => storeFile(deps, scope, input(sent), async (_tx, row) => row);

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('draw a %s anew: nothing but its pixels is kept', async (format) => {
    const scope = newTestScope();
    const sent = Buffer.concat([await picture(format), Buffer.from('<script>canary-tail</script>')]);
    if (format !== 'gif') expect(sent.includes('canary-copyright')).toBe(true);
    const row = await store(file(sent, 'a.bin'), scope);
    const { content, type } = await getFile(deps, scope, { id: row.id });
    expect(type).toBe(`image/${format}`);
    expect(Buffer.from(content).includes('canary')).toBe(false);
    const { exif, xmp, iptc, width, height } = await sharp(content).metadata();
    expect({ exif, xmp, iptc, width, height }).toEqual({
      exif: undefined,
      xmp: undefined,
      iptc: undefined,
      width: 40,
      height: 20,
    });
  });

  it.each([
    ['a page called a picture', '<html><script>1</script></html>', 'a.png'],
    ['a page', '<html></html>', 'a.html'],
    ['a vector picture with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'a.svg'],
    ['a vector picture called text', '\ufeff<?xml version="1.0"?><svg/>', 'a.svg.png'],
    ['a program called text', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]), 'a.txt'],
    ['an archive called a picture', zipSync({ a: new Uint8Array(9) }), 'a.jpg'],
    ['a picture that breaks off', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'a.png'],
    ['text without an ending', 'hello', 'README'],
  ])('refuse %s', async (_what, content, name) => {
    const before = await stored();
    await expect(store(file(content, name))).rejects.toMatchObject({ code: 'unsupported_type' });
    expect(await stored()).toEqual(before);
  });

  it('refuse a picture of a billion pixels before it is unpacked', async () => {
    const bomb = await sharp({
      create: { width: 16_000, height: 16_000, channels: 3, background: 'black' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expect(store(file(bomb, 'a.png'))).rejects.toMatchObject({ code: 'unsupported_type' });
  });

  it('are taken for what they are, whatever they are called', async () => {
    const pdf = await readFile(new URL('../../adapters/parsing/samples/terms.pdf', import.meta.url));
    expect((await store(file(pdf, 'notes.txt'))).type).toBe('application/pdf');
    expect((await store(file('a,b\n1,2', 'prices.CSV'))).type).toBe('text/csv');
    expect((await store(file('hi', 'a.txt'))).type).toBe('text/plain');
  });

  it('refuse what is too large', async () => {
    await expect(store(file(new Uint8Array(1024 * 1024 + 1), 'a.txt'))).rejects.toMatchObject({
      code: 'too_large',
      message: 'Max size: 1 MBs',
    });
  });

  it('leave nothing behind when what they belong to cannot be written, or when they are deleted', async () => {
    const before = await stored();
    const scope = newTestScope();
    const failing = () => storeFile(deps, scope, input(file('x', 'a.txt')), () => Promise.reject(new Error('no')));
    await expect(failing()).rejects.toThrow('no');
    expect(await stored()).toEqual(before);
    const row = await store(file('x', '../../etc/passwd.txt'), scope);
    expect(row.name).toBe('passwd.txt');
    const added = (await stored()).filter((key) => !before.includes(key));
    expect(added).toEqual([expect.stringMatching(/^[0-9A-Za-z]{22}$/)]);
    const deleteBytes = await database.transaction(scope, (tx) => deleteFiles(tx, scope, [row.id]));
    await deleteBytes(deps);
    expect(await stored()).toEqual(before);
    await expect(getFile(deps, scope, { id: row.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are not found from another workspace or another conversation', async () => {
    const scope = newTestScope();
    const row = await store(file('x', 'a.txt'), scope);
    await expect(getFile(deps, newTestScope(), { id: row.id })).rejects.toMatchObject({ code: 'not_found' });
    const query = { id: row.id, conversationId: newConversationId() };
    await expect(getFile(deps, scope, query)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('names for screens', () => {
  it.each([
    ['C:\\Users\\me\\plan.pdf', 'plan.pdf'],
    ['../../a/b.txt', 'b.txt'],
    ['.htaccess', 'htaccess'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a\u0000\n<b>.txt', 'ab.txt'],
    ['Übersicht 2026 – Größe.pdf', 'Übersicht 2026 – Größe.pdf'],
    ['', 'file'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(110)}….pdf`],
  ])('%j is shown as %j', (name, shown) => {
    expect(displayName(name)).toBe(shown);
  });
});
