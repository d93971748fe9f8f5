import sharp from 'sharp';
import type { CleanPicture } from '../../domain/uploads/uploads.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

/** 40 million pixels of a phone's camera fit; a bomb of 30,000 x 30,000 does not. */
const PIXELS_MAX = 50_000_000;
const SECONDS_MAX = 15;

/** Turned as its metadata says, then encoded anew without any: only pixels are left. Animations keep their frames. */
export const cleanPicture: CleanPicture = async (bytes, kind) => {
  try {
    const picture = sharp(bytes, {
      limitInputPixels: PIXELS_MAX,
      failOn: 'error',
      animated: kind === 'gif' || kind === 'webp',
    });
    return await picture.autoOrient().timeout({ seconds: SECONDS_MAX }).toFormat(kind).toBuffer();
  } catch {
    throw new VendorFailure('invalid', 'This picture is damaged or too large.');
  }
};
