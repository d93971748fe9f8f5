/** `bytes` are a WOFF2 file. `weight`: 100 to 900; `unicodeRange` as in CSS, empty for all characters. */
export type FontFace = { weight: number; unicodeRange: string; bytes: Uint8Array };

/**
 * Where fonts come from. `id` as of `fontIdOf`. At most 24 faces of 2 MB together, the Latin ones first. Throws `VendorFailure`:
 * `not_found` where the source does not have it, `invalid` where what it sends is no font.
 */
export type FontFiles = { bring(id: string): Promise<FontFace[]> };
