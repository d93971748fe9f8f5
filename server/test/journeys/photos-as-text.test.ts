import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { ok, signUp } from '../factories/api-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

describe.each(await openJourneyDatabases())('a photo that is sent as text, on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());

  // Planted: what was sent is stored as it came -> its metadata are read again.
  test('is stored as one that is sent as a file, whatever name or place is asked for; what is none is refused', async () => {
    const owner = await signUp(api);
    const send = (base64Payload: string, more = {}) =>
      api.call('POST', '/rpc/uploadFile', { caller: owner.caller, body: { uid: owner.uid, base64Payload, ...more } });
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'canary' } })
      .png()
      .toBuffer();
    const text = png.toString('base64');
    const asked = { agentId: 'agt_made_up', userId: 'somebody', targetPath: '../../etc', temporary: true };
    for (const payload of [text, `data:image/png;base64,${text}`]) {
      const { url } = ok(await send(payload, asked)).data;
      expect(url).toMatch(/^\/api\/na\/files\/fil_[0-9A-Za-z]{22}$/);
      const answer = await fetch(`${api.origin}${url}`);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      const { exif, width, height } = await sharp(await answer.arrayBuffer()).metadata();
      expect({ exif, width, height }).toEqual({ exif: undefined, width: 40, height: 20 });
    }
    for (const none of ['', 'not base64!', 'data:image/png;base64,', 'https://example.com/a.png'])
      expect((await send(none)).status, none).toBe(400);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>x</script></svg>').toString('base64');
    expect((await send(`data:image/png;base64,${svg}`)).body.code).toBe('unsupported_type');
    expect((await send('A'.repeat(3 * 1024 * 1024))).status).toBe(413);
  });
});
