import { lt, or } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { clientLogins, clientSessions } from '../../db/schema/client-sessions.ts';
import { clientOpenings } from '../../db/schema/clients.ts';

/** Of all agencies, at most `most`: what nobody can use any more. How many went. */
export const deleteEndedSessions = (
  tx: Tx,
  { now, unusedSince }: { now: Date; unusedSince: Date },
  most: number,
): Promise<number> => {
  const isEnded = or(lt(clientSessions.expiresAt, now), lt(clientSessions.lastUsedAt, unusedSince));
  return deleteSome(tx, clientSessions, isEnded, most);
};

export const deleteEndedLogins = (tx: Tx, now: Date, most: number): Promise<number> =>
  deleteSome(tx, clientLogins, lt(clientLogins.expiresAt, now), most);

export const deleteEndedOpenings = (tx: Tx, now: Date, most: number): Promise<number> =>
  deleteSome(tx, clientOpenings, lt(clientOpenings.expiresAt, now), most);
