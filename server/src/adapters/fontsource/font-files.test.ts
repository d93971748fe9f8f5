import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openFontFiles, startFontSource } from '../../../test/harness/font-source.ts';

const source = await startFontSource();
const files = openFontFiles(source.url, [source.pair]);
beforeEach(() => {
  source.standing.fault = null;
});
afterAll(async () => {
  await files.close();
  await source.close();
});

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'brought',
    (error: { kind?: string }) => error.kind,
  );

describe('fonts of a source', () => {
  it('come in the weights nearest to those that are used, the Latin ones first, with their characters', async () => {
    const faces = await files.bring('cairo');
    expect(faces.map(({ weight, unicodeRange }) => `${weight} ${unicodeRange}`)).toEqual([
      '400 U+0000-00FF, U+0131',
      '700 U+0000-00FF, U+0131',
      '400 U+0100-02BA',
      '700 U+0100-02BA',
      '400 U+0600-06FF,U+200C-200E',
      '700 U+0600-06FF,U+200C-200E',
    ]);
    expect(faces.every(({ bytes }) => bytes.byteLength > 1_000)).toBe(true);
  });

  it('are left out where they pass 2 MB together', async () => {
    source.standing.fault = 'large';
    const faces = await files.bring('cairo');
    expect(faces.map(({ unicodeRange }) => unicodeRange)).toEqual(['U+0000-00FF, U+0131']);
  });

  it('that are none are told from those that may come later', async () => {
    expect(await kindOf(files.bring('made-up'))).toBe('not_found');
    source.standing.fault = 'page';
    expect(await kindOf(files.bring('cairo'))).toBe('invalid');
    source.standing.fault = 'other';
    expect(await kindOf(files.bring('cairo'))).toBe('invalid');
    source.standing.fault = 'down';
    expect(await kindOf(files.bring('cairo'))).toBe('unreachable');
  });

  // Planted: without `isOwn` -> 'invalid', and nobody asks again for a day.
  it('may come later from a source whose name does not resolve', async () => {
    for (const code of ['ENOTFOUND', 'EAI_AGAIN']) {
      const unresolved = openFontFiles('http://fonts.example', [], () =>
        Promise.reject(Object.assign(new Error(code), { code })),
      );
      expect(await kindOf(unresolved.bring('cairo')), code).toBe('unreachable');
      await unresolved.close();
    }
  });

  it('are not fetched from inside, whatever the source says', async () => {
    const guarded = openFontFiles(source.url, []);
    expect(await kindOf(guarded.bring('cairo'))).toBe('forbidden');
    await guarded.close();
  });
});
