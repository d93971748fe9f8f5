import * as z from 'zod';
import type { FontFace, FontFiles } from '../../domain/fonts/fonts.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { FetchPage } from '../../domain/websites/websites.ports.ts';

/** https://fontsource.org/docs/api/font-id. `variants`: weight -> style -> subset. */
const Font = z.object({
  styles: z.array(z.string()).min(1),
  defSubset: z.string(),
  unicodeRange: z.record(z.string(), z.string().max(20_000)),
  variants: z.record(
    z.string(),
    z.record(z.string(), z.record(z.string(), z.object({ url: z.object({ woff2: z.url() }) }))),
  ),
});
type Font = z.infer<typeof Font>;

const ABOUT_BYTES_MAX = 1024 * 1024;
const FONT_BYTES_MAX = 2 * 1024 * 1024;
const FACES_MAX = 24;
const FETCHED = { timeoutMs: 10_000, isOwn: true };
/** What the dashboard is written in: text, emphasis, headings. */
const WEIGHTS = [400, 500, 600];
const FIRST_SUBSETS = ['latin', 'latin-ext'];
const RANGE =
  /^[Uu]\+[0-9A-Fa-f?]{1,6}(?:-[0-9A-Fa-f]{1,6})?(?:\s*,\s*[Uu]\+[0-9A-Fa-f?]{1,6}(?:-[0-9A-Fa-f]{1,6})?)*$/;
/** https://www.w3.org/TR/WOFF2/#woff20Header */
const SIGNATURE = 'wOF2';

/** Fontsource's API at `source`, such as https://api.fontsource.org; where its files lie, its answers say. */
export function makeFontFiles({ source, fetchPage }: { source: string; fetchPage: Pick<FetchPage, 'get'> }): FontFiles {
  return {
    async bring(id) {
      const address = `${source.replace(/\/$/, '')}/v1/fonts/${id}`;
      const { bytes } = await fetchPage.get(address, { bytesMax: ABOUT_BYTES_MAX, ...FETCHED });
      const faces: FontFace[] = [];
      let left = FONT_BYTES_MAX;
      for (const { url, ...face } of facesOf(readFont(bytes))) {
        const file = await fetchPage.get(url, { bytesMax: FONT_BYTES_MAX, ...FETCHED });
        if (Buffer.from(file.bytes.subarray(0, 4)).toString('latin1') !== SIGNATURE)
          throw new VendorFailure('invalid', `What lies at ${url} is no font.`);
        left -= file.bytes.byteLength;
        if (left < 0) break;
        faces.push({ ...face, bytes: file.bytes });
      }
      if (faces.length === 0) throw new VendorFailure('invalid', `The font ${id} has no file that can be served.`);
      return faces;
    },
  };
}

function readFont(bytes: Uint8Array): Font {
  try {
    return Font.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new VendorFailure('invalid', 'The source of fonts answered something else than a font.');
  }
}

function facesOf({ styles, defSubset, unicodeRange, variants }: Font) {
  const style = styles.includes('normal') ? 'normal' : styles[0]!;
  const weights = [...new Set(WEIGHTS.map((wanted) => nearest(wanted, Object.keys(variants).map(Number))))];
  const subsets = Object.keys(variants[weights[0]!]?.[style] ?? {})
    .filter((subset) => subset === defSubset || RANGE.test(unicodeRange[subset] ?? ''))
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en'));
  return subsets
    .flatMap((subset) =>
      weights.flatMap((weight) => {
        const url = variants[weight]?.[style]?.[subset]?.url.woff2;
        const range = unicodeRange[subset] ?? '';
        return url ? [{ weight, unicodeRange: RANGE.test(range) ? range : '', url }] : [];
      }),
    )
    .slice(0, FACES_MAX);
}

/** Where a subset stands among those that are brought first; behind them where it is none of these. */
function rank(subset: string): number {
  const place = FIRST_SUBSETS.indexOf(subset);
  return place < 0 ? FIRST_SUBSETS.length : place;
}

const nearest = (wanted: number, given: readonly number[]) =>
  given.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? wanted;
