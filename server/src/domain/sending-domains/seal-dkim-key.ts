import { OpeningFailed, openText, type Seal, sealText } from '../sealing/seal.ts';
import type { AddedDomain } from './sending-domains.ports.ts';
import type { DomainRow } from './sending-domains.queries.ts';

type Dkim = NonNullable<AddedDomain['dkim']>;
type Owned = Pick<DomainRow, 'domain' | 'workspaceUid'>;

const sealOf = ({ workspaceUid, domain }: Owned): Seal => ({ purpose: 'dkim', row: [workspaceUid, domain] });

export const sealDkim = (secretKey: string, row: Owned, dkim: Dkim): Uint8Array =>
  sealText(secretKey, sealOf(row), JSON.stringify(dkim));

/** Null where another SECRET_KEY sealed it, or the row was changed from outside. */
export function openDkim(secretKey: string, row: Owned, sealed: Uint8Array): Dkim | null {
  try {
    return JSON.parse(openText(secretKey, sealOf(row), sealed)) as Dkim;
  } catch (error) {
    if (error instanceof OpeningFailed) return null;
    throw error;
  }
}
