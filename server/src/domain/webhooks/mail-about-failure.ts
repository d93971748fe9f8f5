import type { Region } from '@antiphon/contract/regions';
import type { WebhookPauseReason } from '@antiphon/contract/webhooks';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import { emit } from '../events/emit.ts';
import { listMemberAddressesWithin } from '../members/list-member-addresses.ts';
import { type EndpointRow, findEndpoint, takeMailOfDay } from './webhooks.queries.ts';
import type { Outcome } from './webhooks.rules.ts';

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

export type WebhookFailure = Pick<Outcome, 'status' | 'error'> & { isPaused: boolean };
type Failed = { endpoint: EndpointRow; outcome: Outcome; pauseReason: WebhookPauseReason | null; now: Date };

/** In the transaction that notes a failure: asks for the mail of this day, if none went, and for the one about a pause. */
export async function mailAboutFailure(tx: Tx, scope: Scope, { endpoint, outcome, pauseReason, now }: Failed) {
  if (!pauseReason && endpoint.mailedOn === dayOf(now)) return;
  const { status, error } = outcome;
  await emit(tx, scope, { type: 'webhook_failing', payload: { status, error, isPaused: pauseReason !== null } });
}

type Deps = { database: Database; secretKey: string; systemScope: SystemScope; publicUrl: string | null };

/** One mail to each member, once an endpoint and day, and once more when the endpoint is paused. */
export async function mailMembersAboutFailure(
  deps: Deps,
  tx: Tx,
  scope: Scope,
  failure: WebhookFailure,
  now = new Date(),
): Promise<void> {
  const isFirstOfDay = await takeMailOfDay(tx, scope, dayOf(now));
  const endpoint = isFirstOfDay || failure.isPaused ? await findEndpoint(tx, scope) : null;
  if (!endpoint) return;
  const host = new URL(endpoint.endpoint).host;
  const props = { ...failure, host, url: eventsPage(deps.publicUrl, deps.database.region) };
  for (const { email, language } of await listMemberAddressesWithin(deps, tx, scope.workspaceUid))
    await queueWhereAllowed(deps, tx, scope, { template: 'webhook_failing', to: email, language, props });
}

const eventsPage = (publicUrl: string | null, region: Region) => (publicUrl ? `${publicUrl}/app/${region}/events` : '');
