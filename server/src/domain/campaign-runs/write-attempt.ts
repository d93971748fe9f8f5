import type { CallId } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';
import { consentChannelOf } from '../campaigns/campaigns.rules.ts';
import { partFor, threadOf } from '../campaigns/message-part.ts';
import { breakConnection } from '../channels/change-channel.ts';
import { OptedOut } from '../channels/channels.ports.ts';
import { hookUrlOf } from '../channels/channels.rules.ts';
import { openAccount } from '../channels/open-account.ts';
import { getConnection, leaveAlone, noteSent } from '../channels/use-connection.ts';
import { noteWord } from '../consents/change-consent.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { BeginDeps } from './begin-deps.ts';
import { textRefOf } from './campaign-messages.ts';
import type { RunCampaign } from './campaign-runs.queries.ts';
import type { BegunAttempt } from './campaign-runs.system.queries.ts';
import { finishText } from './finish-text.ts';
import { pauseRun, takeFailure } from './take-failure.ts';

/** What a carrier does not take for so long is none any more: an hour that was right may be over. */
const VALID_SECONDS = 600;

/** Its provider is asked once, whatever comes of it: what nobody knows of is looked up, and never sent again. */
export async function writeAttempt(
  deps: BeginDeps,
  scope: Scope,
  campaign: RunCampaign,
  { id, address, name }: Pick<BegunAttempt, 'address' | 'name'> & { id: CallId },
): Promise<void> {
  const { database, channels, secretKey, hookBase } = deps;
  const { id: campaignId, connectionId } = campaign;
  const connection =
    connectionId && (await database.transaction(scope, (tx) => getConnection(tx, scope, connectionId)));
  if (!connection) {
    await finishText(deps, scope, id, { outcome: 'not_made' });
    return pauseRun(deps, scope, campaignId, 'number');
  }
  try {
    const vendorId = await channels[connection.provider].send(openAccount(secretKey, scope, connection), {
      ...{
        thread: threadOf(campaign.kind, address),
        part: partFor(campaign, { name }),
        file: null,
        ref: textRefOf(id),
      },
      ...{ hookUrl: hookBase && hookUrlOf(hookBase, connection), validSeconds: VALID_SECONDS },
    });
    await finishText(deps, scope, id, { outcome: 'sent', vendorId });
    await database.transaction(scope, (tx) => noteSent(tx, scope, connection.id));
  } catch (error) {
    if (error instanceof OptedOut) await noteStop(deps, scope, campaign, address);
    if (error instanceof VendorFailure) await tellConnection(deps, scope, connection.id, error);
    await takeFailure(deps, scope, { campaignId, id }, error, (end) => finishText(deps, scope, id, end));
  }
}

/** What its provider knows, we know from now on. */
async function noteStop({ database, secretKey }: BeginDeps, scope: Scope, { kind }: RunCampaign, address: string) {
  const given = {
    source: kind === 'whatsapp' ? 'WhatsApp' : 'Twilio',
    proof: '',
    givenAt: new Date(),
    recordedBy: 'sender',
  };
  await database.transaction(scope, (tx) =>
    noteWord({ secretKey }, tx, scope, { channel: consentChannelOf(kind), address, isGranted: false, given }),
  );
}

/** A token that is refused, or a provider that wants to be left alone, is of all that goes out there. */
async function tellConnection(
  { database }: BeginDeps,
  scope: Scope,
  id: NonNullable<RunCampaign['connectionId']>,
  { kind, retryAfterMs }: VendorFailure,
) {
  if (kind === 'unauthorized') await database.transaction(scope, (tx) => breakConnection(tx, scope, id));
  if (kind !== 'rate_limited') return;
  const until = new Date(Date.now() + (retryAfterMs ?? 1_000));
  await database.transaction(scope, (tx) => leaveAlone(tx, scope, id, until));
}
