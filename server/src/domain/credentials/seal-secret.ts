import type { CredentialProvider } from '@antiphon/contract/credentials';
import type { CredentialId, WorkspaceUid } from '@antiphon/contract/ids';
import { openText, SEAL_VERSION, type Seal, sealText } from '../sealing/seal.ts';

/** The row that a sealed secret belongs to. Any other row, or this one with another host, cannot open it. */
export type SealBinding = {
  workspaceUid: WorkspaceUid;
  id: CredentialId;
  provider: CredentialProvider;
  baseURL: string;
};

export const sealSecret = (secretKey: string, binding: SealBinding, secret: string): Uint8Array =>
  sealText(secretKey, sealOf(binding), secret);

/** Throws `OpeningFailed`. */
export const openSealed = (secretKey: string, binding: SealBinding, stored: Uint8Array): string =>
  openText(secretKey, sealOf(binding), stored);

const sealOf = ({ workspaceUid, id, provider, baseURL }: SealBinding): Seal => ({
  purpose: 'credentials',
  row: ['credential', SEAL_VERSION, workspaceUid, id, provider, baseURL],
});
