import type { ChannelConnectionId } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';
import { openText, type Seal, sealText } from '../sealing/seal.ts';
import type { ChannelAccount, ChannelSecrets } from './channels.ports.ts';
import type { ConnectionRow } from './channels.queries.ts';

const sealOf = (scope: Scope, id: ChannelConnectionId): Seal => ({
  purpose: 'channels',
  row: [scope.workspaceUid, id],
});

export const sealSecrets = (secretKey: string, scope: Scope, id: ChannelConnectionId, secrets: ChannelSecrets) =>
  sealText(secretKey, sealOf(scope, id), JSON.stringify(secrets));

/** A connection as its provider's adapter takes it. Throws `OpeningFailed` where it was stored under another SECRET_KEY. */
export const openAccount = (
  secretKey: string,
  scope: Scope,
  row: Pick<ConnectionRow, 'id' | 'sealed' | 'externalId' | 'accountId' | 'isSimulated'>,
): ChannelAccount => ({
  ...(JSON.parse(openText(secretKey, sealOf(scope, row.id), row.sealed)) as ChannelSecrets),
  externalId: row.externalId,
  accountId: row.accountId,
  ...(row.isSimulated ? { phone: { workspaceUid: scope.workspaceUid, connectionId: row.id } } : {}),
});
