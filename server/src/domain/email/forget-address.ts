import type { Tx } from '../../db/database.ts';
import { deleteMailsOfPlatform } from './email.system.queries.ts';

/**
 * What the platform itself wrote to an address: sent, or still to be sent. In the system's scope. What a workspace wrote to it is
 * that workspace's, and goes after 30 days.
 */
export const forgetAddress = (tx: Tx, email: string): Promise<void> => deleteMailsOfPlatform(tx, email);
