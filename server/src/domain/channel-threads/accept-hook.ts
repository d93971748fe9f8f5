import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { Channels, InboundEvent, RawHook } from '../channels/channels.ports.ts';
import { hookUrlOf } from '../channels/channels.rules.ts';
import type { Hooked } from '../channels/find-hooked.ts';
import { openAccount } from '../channels/open-account.ts';
import { type Connection, listOfAccount } from '../channels/use-connection.ts';
import { noteWord, takeBackStop } from '../consents/change-consent.ts';
import type { CampaignMessages } from './campaign-messages.ports.ts';
import { insertEvent } from './channel-inbox.queries.ts';
import { messageKindOf, numberOf } from './channel-threads.rules.ts';

const SOURCES = { sms: 'SMS', whatsapp: 'WhatsApp' };

export type HookDeps = {
  database: Database;
  channels: Channels;
  secretKey: string;
  campaignMessages: CampaignMessages;
  hookBase: string | null;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
};

/** Keeps what a provider tells, each event once. False where its signature is not right; then nothing of it was parsed. `search`: of the address, with its `?`. */
export async function acceptHook(
  deps: HookDeps,
  { scope, connection }: Hooked,
  { search, ...call }: Omit<RawHook, 'url'> & { search: string },
): Promise<boolean> {
  const channel = deps.channels[connection.provider];
  const account = openAccount(deps.secretKey, scope, connection);
  const hook = { ...call, url: hookUrlOf(deps.hookBase, connection) + search };
  if (!channel.verify(hook, account)) return false;
  const called = channel.sharesHook
    ? await deps.database.transaction(scope, (tx) => listOfAccount(tx, scope, connection))
    : [connection];
  const events = called.flatMap((one) =>
    channel.parse(hook, openAccount(deps.secretKey, scope, one)).map((event) => ({ one, event })),
  );
  if (events.length > 0)
    await deps.database.transaction(scope, async (tx) => {
      // Who took themselves off before what became of what they got: in the order of all who lock these.
      const inOrder = events.toSorted(
        (a, b) => Number(b.event.kind === 'reachable') - Number(a.event.kind === 'reachable'),
      );
      for (const { one, event } of inOrder) await keep(deps, tx, scope, one, event);
    });
  return true;
}

async function keep(deps: HookDeps, tx: Tx, scope: Scope, connection: Connection, event: InboundEvent) {
  const { campaignMessages } = deps;
  if (event.kind === 'status' && (await campaignMessages.told(tx, scope, event))) return;
  const counts = await insertEvent(tx, scope, connection.id, event);
  const kind = messageKindOf(connection.provider);
  if (!counts || event.kind !== 'reachable' || kind === null || connection.isSimulated) return;
  const { thread, isReachable, at } = event;
  const address = numberOf(kind, thread);
  const given = { source: SOURCES[kind], proof: '', givenAt: new Date(at), recordedBy: 'sender' };
  const word = { channel: kind, address, given };
  if (isReachable) return takeBackStop(deps, tx, scope, word);
  await noteWord(deps, tx, scope, { ...word, isGranted: false });
  await campaignMessages.refused(tx, scope, { kind, address });
}
