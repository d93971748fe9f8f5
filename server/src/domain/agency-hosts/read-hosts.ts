import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type HostRow, listHeld } from './agency-hosts.queries.ts';

/** Those that an agency holds, by kind. */
export async function readHosts(tx: Tx, scope: Scope): Promise<{ subdomain: HostRow | null; custom: HostRow | null }> {
  const held = await listHeld(tx, scope);
  const of = (kind: HostRow['kind']) => held.find((row) => row.kind === kind) ?? null;
  return { subdomain: of('subdomain'), custom: of('custom') };
}

type Hosts = Awaited<ReturnType<typeof readHosts>>;

/** Where people are sent: to the custom domain while it is reached, else to the subdomain; empty without either. */
export function facingHostOf({ subdomain, custom }: Hosts): string {
  const isReached = custom?.state === 'live' || custom?.state === 'failing';
  return (isReached ? custom.host : subdomain?.host) ?? '';
}

export const readFacingHost = async (tx: Tx, scope: Scope): Promise<string> => facingHostOf(await readHosts(tx, scope));
