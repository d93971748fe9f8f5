import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { CredentialProvider } from '@antiphon/contract/credentials';
import type { CredentialId, WorkspaceUid } from '@antiphon/contract/ids';

/** The row that a sealed secret belongs to. Any other row, or this one with another host, cannot open it. */
export type SealBinding = {
  workspaceUid: WorkspaceUid;
  id: CredentialId;
  provider: CredentialProvider;
  baseURL: string;
};

/** Format 1: version (1 byte), mark of the key (4), nonce (12), ciphertext, tag (16). */
const VERSION = 1;
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

/** AES-256-GCM under a key derived from SECRET_KEY for this purpose alone; the binding is authenticated, not stored. */
export function sealSecret(secretKey: string, binding: SealBinding, secret: string): Uint8Array {
  const key = deriveKey(secretKey);
  const nonce = randomBytes(NONCE_END - MARK_END);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bytesOf(binding));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), markOf(key), nonce, sealed, cipher.getAuthTag()]);
}

/** Throws `OpeningFailed`; the mark tells a changed SECRET_KEY from a row that was tampered with. */
export function openSealed(secretKey: string, binding: SealBinding, stored: Uint8Array): string {
  const bytes = Buffer.from(stored);
  const key = deriveKey(secretKey);
  if (bytes[0] !== VERSION || bytes.length < NONCE_END + TAG_BYTES) throw new OpeningFailed('damaged');
  if (!bytes.subarray(1, MARK_END).equals(markOf(key))) throw new OpeningFailed('other_key');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(MARK_END, NONCE_END), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(bytesOf(binding)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_END, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new OpeningFailed('damaged');
  }
}

const deriveKey = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'credentials', 32));

/** Which key sealed it, so that a later rotation can try the right one. Tells nothing about the key itself. */
const markOf = (key: Buffer) =>
  createHash('sha256')
    .update('mark')
    .update(key)
    .digest()
    .subarray(0, MARK_END - 1);

const bytesOf = ({ workspaceUid, id, provider, baseURL }: SealBinding) =>
  Buffer.from(JSON.stringify(['credential', VERSION, workspaceUid, id, provider, baseURL]));
