import { sniffFileKind } from '../../src/adapters/file-type/sniff-file-kind.ts';
import { cleanPicture, drawPhoto } from '../../src/adapters/picture-cleaning/clean-picture.ts';
import { acceptFile } from '../../src/domain/uploads/store-file.ts';
import { MARKER, makeUploadAttacks } from './upload-attacks.ts';

/** In a process of its own, so that its memory is that of the pictures alone. Prints what became of each attack, and the peak. */

export type Outcome = {
  what: string;
  type: string | null;
  isMarked: boolean;
  hasMetadata: boolean;
  code: string | null;
};

const { default: sharp } = await import('sharp');
const kinds = ['png', 'jpeg', 'webp', 'gif'] as const;
/** The planted fault: pictures are believed and kept as they came. */
const isCredulous = process.argv.includes('--credulous');
const keep = async (bytes: Uint8Array) => bytes;
const deps = isCredulous
  ? { sniffFileKind, cleanPicture: keep, drawPhoto: keep }
  : { sniffFileKind, cleanPicture, drawPhoto };
const attacks = await makeUploadAttacks();

async function send(attack: (typeof attacks)[number], isPhoto: boolean): Promise<Outcome> {
  const file = new File([attack.bytes as BlobPart], attack.name);
  try {
    const { bytes, kind } = await acceptFile(deps, { file, kinds, bytesMax: 5 * 1024 * 1024, isPhoto });
    const { exif, xmp, iptc, icc } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const isMarked = Buffer.from(bytes).includes(MARKER);
    return { what: attack.what, type: kind, isMarked, hasMetadata: Boolean(exif ?? xmp ?? iptc ?? icc), code: null };
  } catch (error) {
    const code = (error as { code?: string }).code ?? String(error);
    return { what: attack.what, type: null, isMarked: false, hasMetadata: false, code };
  }
}

// What drawing any picture takes is not the attackers' doing.
for (const attack of attacks.slice(0, 3)) await send(attack, true);
globalThis.gc?.();
const before = process.memoryUsage().rss;
let peak = before;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 2);
const outcomes: Outcome[] = [];
for (const isPhoto of [true, false])
  outcomes.push(...(await Promise.all(attacks.map((attack) => send(attack, isPhoto)))));
clearInterval(watch);
console.log(JSON.stringify({ outcomes, attacks: attacks.length, grownMb: (peak - before) / 1024 / 1024 }));
