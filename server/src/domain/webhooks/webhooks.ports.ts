import type { Database } from '../../db/database.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { PostOut } from '../websites/websites.ports.ts';

/** What reads and changes endpoints and their log. */
export type WebhookDeps = { database: Database; secretKey: string; postOut: PostOut; signals: Signals };
