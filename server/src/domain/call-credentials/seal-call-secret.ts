import type { CallCredentialKind } from '@antiphon/contract/call-credentials';
import type { CallCredentialId, WorkspaceUid } from '@antiphon/contract/ids';
import { openText, SEAL_VERSION, type Seal, sealText } from '../sealing/seal.ts';

/** The row that a secret belongs to. Any other row, or this one with another place to go, cannot open it. */
type Binding = {
  workspaceUid: WorkspaceUid;
  id: CallCredentialId;
  kind: CallCredentialKind;
  headerName: string;
  username: string;
  origins: readonly string[];
};

export const sealCallSecret = (secretKey: string, binding: Binding, secret: string): Uint8Array =>
  sealText(secretKey, sealOf(binding), secret);

/** Throws `OpeningFailed`. */
export const openCallSecret = (secretKey: string, binding: Binding, stored: Uint8Array): string =>
  openText(secretKey, sealOf(binding), stored);

const sealOf = ({ workspaceUid, id, kind, headerName, username, origins }: Binding): Seal => ({
  purpose: 'call credentials',
  row: ['call_credential', SEAL_VERSION, workspaceUid, id, kind, headerName, username, ...origins],
});
