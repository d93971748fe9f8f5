import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { EmailId } from '@antiphon/contract/ids';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Mails hold one-use links and codes, which are kept nowhere else in the clear: a copy of the database must not open an
 * account. AES-256-GCM under a key derived from SECRET_KEY for this alone, bound to the mail's id.
 */
export function sealProps(secretKey: string, id: EmailId, props: unknown): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), nonce).setAAD(Buffer.from(id));
  return Buffer.concat([nonce, cipher.update(JSON.stringify(props), 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Null where another SECRET_KEY sealed it, or the row was changed from outside. */
export function openProps(secretKey: string, id: EmailId, sealed: Uint8Array): unknown {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8'));
  } catch {
    return null;
  }
}

const keyOf = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'email', 32));
