import { createHmac, hkdfSync } from 'node:crypto';
import type { WorkspaceUid } from '@antiphon/contract/ids';

/** A number as a mark that says nothing of it, and that is another one in each workspace. Under another SECRET_KEY all marks are others. */
export function addressMark(secretKey: string, workspaceUid: WorkspaceUid, address: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'consents', 32));
  return createHmac('sha256', key).update(`${workspaceUid} ${address}`).digest('base64url');
}
