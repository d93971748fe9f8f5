import type { ChannelConnectionId } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';
import { openText, type Seal, sealText } from '../sealing/seal.ts';
import type { ChannelSecrets } from './channels.ports.ts';

const sealOf = (scope: Scope, id: ChannelConnectionId): Seal => ({
  purpose: 'channels',
  row: [scope.workspaceUid, id],
});

export const sealChannel = (secretKey: string, scope: Scope, id: ChannelConnectionId, secrets: ChannelSecrets) =>
  sealText(secretKey, sealOf(scope, id), JSON.stringify(secrets));

/** Throws `OpeningFailed` where it was stored under another SECRET_KEY. */
export const openChannel = (
  secretKey: string,
  scope: Scope,
  { id, sealed }: { id: ChannelConnectionId; sealed: Uint8Array },
): ChannelSecrets => JSON.parse(openText(secretKey, sealOf(scope, id), sealed));
