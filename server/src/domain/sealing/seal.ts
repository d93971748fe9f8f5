import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/**
 * What a sealed text belongs to: its `purpose` has a key of its own, and `row` names the one row (and what must not change
 * in it). For anything else it does not open.
 */
export type Seal = { purpose: string; row: readonly (string | number)[] };

/** Format 1: version (1 byte), mark of the key (4), nonce (12), ciphertext, tag (16). */
export const SEAL_VERSION = 1;
const MARK_END = 5;
const NONCE_END = 17;
const TAG_BYTES = 16;

export class OpeningFailed extends Error {
  readonly reason: 'other_key' | 'damaged';
  constructor(reason: 'other_key' | 'damaged') {
    super(reason === 'other_key' ? 'sealed with another SECRET_KEY' : 'damaged, or of another row');
    this.reason = reason;
  }
}

/** AES-256-GCM under a key derived from SECRET_KEY for this purpose alone; the row is authenticated, not stored. */
export function sealText(secretKey: string, seal: Seal, text: string): Uint8Array {
  const key = deriveKey(secretKey, seal);
  const nonce = randomBytes(NONCE_END - MARK_END);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bytesOf(seal));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(SEAL_VERSION), markOf(key), nonce, sealed, cipher.getAuthTag()]);
}

/** Throws `OpeningFailed`; the mark tells a changed SECRET_KEY from a row that was tampered with. */
export function openText(secretKey: string, seal: Seal, stored: Uint8Array): string {
  const bytes = Buffer.from(stored);
  const key = deriveKey(secretKey, seal);
  if (bytes[0] !== SEAL_VERSION || bytes.length < NONCE_END + TAG_BYTES) throw new OpeningFailed('damaged');
  if (!bytes.subarray(1, MARK_END).equals(markOf(key))) throw new OpeningFailed('other_key');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(MARK_END, NONCE_END), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(bytesOf(seal)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_END, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new OpeningFailed('damaged');
  }
}

const deriveKey = (secretKey: string, { purpose }: Seal) => Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));

/** Which key sealed it, so that a later rotation can try the right one. Tells nothing about the key itself. */
const markOf = (key: Buffer) =>
  createHash('sha256')
    .update('mark')
    .update(key)
    .digest()
    .subarray(0, MARK_END - 1);

const bytesOf = ({ row }: Seal) => Buffer.from(JSON.stringify(row));
