import { ADMIN_CLIENT_ID } from '@antiphon/contract/client-sessions';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Member } from '../identity/identity.policy.ts';
import { leavePresence, touchPresence } from '../operators/operator-presence.ts';

/** One person's, in this process. */
type Dashboards = { open: number; noting: Promise<void> };

/**
 * Whose dashboard is open right now is there: `see` notes it, at each look. `arrive` counts a stream of theirs, and returns what ends it: with the
 * last one of this process they leave. Where another process has one too, its next look brings them back before they are missed.
 */
export function makeOpenDashboards(
  { database, log }: { database: Database; log: Logger },
  shutdown: AbortSignal,
): { see(member: Member): Promise<void>; arrive(member: Member): () => void } {
  const dashboards = new Map<string, Dashboards>();
  async function leave(key: string, { scope }: Member, personId: string) {
    // A look that is still under way would note them once more.
    await dashboards.get(key)?.noting.catch(() => {});
    if (shutdown.aborted || dashboards.get(key)?.open !== 0) return;
    dashboards.delete(key);
    await leavePresence({ database }, scope, personId);
  }
  return {
    async see(member) {
      const { scope } = member;
      const personId = whoIsThere(member);
      if (personId === null) return;
      const noted = touchPresence({ database }, scope, personId);
      const dashboard = dashboards.get(keyOf(member, personId));
      if (dashboard) dashboard.noting = noted;
      await noted;
    },
    arrive(member) {
      const personId = whoIsThere(member);
      if (personId === null) return () => {};
      const key = keyOf(member, personId);
      const dashboard = dashboards.get(key) ?? { open: 0, noting: Promise.resolve() };
      dashboards.set(key, dashboard);
      dashboard.open += 1;
      return () => {
        dashboard.open -= 1;
        if (dashboard.open > 0) return;
        leave(key, member, personId).catch((error: unknown) =>
          log.warn({ err: error }, 'that an operator left was not written down'),
        );
      };
    },
  };
}

const keyOf = ({ scope }: Member, personId: string) => `${scope.workspaceUid} ${personId}`;

/** Whoever may answer. A dashboard that was opened in a client's place tells nothing of them. */
function whoIsThere({ userId, permissions, client }: Member): string | null {
  if (!client) return permissions.includes('conversations.reply') ? userId : null;
  const isThere = client.openedBy === null && client.clientId !== ADMIN_CLIENT_ID && client.pages.includes('/convos');
  return isThere ? client.clientId : null;
}
