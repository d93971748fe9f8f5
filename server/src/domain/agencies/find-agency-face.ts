import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { readFacingHost } from '../agency-hosts/read-hosts.ts';
import { findAgency } from './agencies.queries.ts';
import { clientUrlOf } from './agencies.rules.ts';

/**
 * The name under which a workspace stands before its clients, and where their dashboards are; the address is empty without a
 * host, or where the installation does not know its own, and so is an agency's support address that it has not. Null
 * where it sells under no brand.
 */
export async function findAgencyFace(
  deps: { publicUrl: string | null },
  tx: Tx,
  scope: Scope,
): Promise<{ name: string; url: string; supportEmail: string } | null> {
  const found = await findAgency(tx, scope);
  if (!found) return null;
  const { publicUrl } = deps;
  const host = await readFacingHost(tx, scope);
  const url = host && publicUrl ? clientUrlOf(host, publicUrl, { origin: publicUrl }) : '';
  const { name, supportEmail } = found.agency;
  return { name, url, supportEmail };
}
