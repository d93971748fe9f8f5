import sharp, { type Sharp } from 'sharp';
import type { CleanPicture, DrawPhoto } from '../../domain/uploads/uploads.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

/** 40 million pixels of a phone's camera fit; a bomb of 30,000 x 30,000 does not. */
const PIXELS_MAX = 50_000_000;
const SECONDS_MAX = 15;

// One picture at a time, on one thread, with nothing kept of the last: what pictures may take of memory is what one takes.
sharp.concurrency(1);
sharp.cache(false);
let last: Promise<unknown> = Promise.resolve();
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}

/** Turned as its metadata says, then encoded anew without any: only pixels are left. Animations keep their frames. */
export const cleanPicture: CleanPicture = (bytes, kind) =>
  drawn(() => open(bytes, kind === 'gif' || kind === 'webp').toFormat(kind));

export const drawPhoto: DrawPhoto = (bytes, kind, side) =>
  drawn(() =>
    open(bytes, false)
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toFormat(kind, { quality: 85 }),
  );

const open = (bytes: Uint8Array, animated: boolean) =>
  sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', animated })
    .autoOrient()
    .timeout({ seconds: SECONDS_MAX });

async function drawn(prepare: () => Sharp): Promise<Uint8Array> {
  try {
    return await inTurn(() => prepare().toBuffer());
  } catch {
    throw new VendorFailure('invalid', 'This picture is damaged or too large.');
  }
}
