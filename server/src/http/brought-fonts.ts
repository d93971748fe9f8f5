import type { Region } from '@antiphon/contract/regions';
import type { Hono } from 'hono';

export type BroughtFonts = {
  /** The style sheet of a font that was brought; null where it was not. */
  readFontSheet(id: string): Promise<string | null>;
  /** A file of it, WOFF2, by its number in the sheet. */
  readFontFile(id: string, number: number): Promise<Uint8Array | null>;
};

const FOR_A_DAY = 'public, max-age=86400';
const FOREVER = 'public, max-age=31536000, immutable';

/** Fonts that agencies chose, from the files of a region. `open` is null for a region that is not to be seen here. */
export function mountFonts(app: Hono, open: (region: Region) => Promise<BroughtFonts> | null) {
  app.get('/fonts/:region/:file{[a-z0-9-]{1,80}\\.css}', async (c) => {
    const fonts = await open(c.req.param('region') as Region);
    const sheet = await fonts?.readFontSheet(c.req.param('file').replace(/\.css$/, ''));
    if (!sheet) return c.body('', 404, { 'cache-control': 'no-store' });
    return c.body(sheet, 200, {
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': FOR_A_DAY,
    });
  });
  app.get('/fonts/:region/:id{[a-z0-9-]{1,80}}/:file{\\d{1,2}\\.woff2}', async (c) => {
    const fonts = await open(c.req.param('region') as Region);
    const bytes = await fonts?.readFontFile(c.req.param('id'), Number.parseInt(c.req.param('file'), 10));
    if (!bytes) return c.body('', 404, { 'cache-control': 'no-store' });
    return c.body(new Uint8Array(bytes), 200, {
      'content-type': 'font/woff2',
      'x-content-type-options': 'nosniff',
      'cache-control': FOREVER,
    });
  });
}
