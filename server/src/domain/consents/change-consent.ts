import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findLast, forgetAddress, insertConsents, lockMark, type NewConsent } from './consents.queries.ts';
import { addressMark } from './consents.rules.ts';

type Keyed = { secretKey: string };
type ConsentChannel = NewConsent['channel'];
type Given = Pick<NewConsent, 'source' | 'proof' | 'givenAt' | 'recordedBy'>;

/** These people allowed it; whoever took it back before, and did not give it anew since, still has. Returns how many lines were written. */
export async function grantConsents(
  { secretKey }: Keyed,
  tx: Tx,
  scope: Scope,
  { channel, addresses, given }: { channel: ConsentChannel; addresses: readonly string[]; given: Given },
): Promise<number> {
  const marked = new Map(
    addresses.map((address) => [addressMark(secretKey, scope.workspaceUid, address), address] as const),
  );
  const last = await findLast(tx, scope, { channel, marks: [...marked.keys()] });
  // A list that somebody imports is no word of a person who said stop: that one has to say otherwise themselves.
  const added = [...marked].filter(([mark]) => !last.has(mark));
  const line = { channel, topic: 'marketing' as const, isGranted: true, ...given };
  await insertConsents(
    tx,
    scope,
    added.map(([mark, address]) => ({ ...line, address, addressMark: mark })),
  );
  return added.length;
}

/** Somebody said stop, or start: it counts from the commit of this transaction on, against all that is begun meanwhile. */
export async function noteWord(
  { secretKey }: Keyed,
  tx: Tx,
  scope: Scope,
  {
    channel,
    address,
    isGranted,
    given,
  }: { channel: ConsentChannel; address: string; isGranted: boolean; given: Given },
): Promise<void> {
  const mark = addressMark(secretKey, scope.workspaceUid, address);
  await lockMark(tx, scope, mark);
  await insertConsents(tx, scope, [{ channel, topic: 'all', isGranted, address, addressMark: mark, ...given }]);
}

/** Who said stop takes that back. Of anybody else it is no consent: "yes" may answer whatever they were asked. */
export async function takeBackStop(
  keyed: Keyed,
  tx: Tx,
  scope: Scope,
  word: { channel: ConsentChannel; address: string; given: Given },
): Promise<void> {
  const mark = addressMark(keyed.secretKey, scope.workspaceUid, word.address);
  await lockMark(tx, scope, mark);
  const last = await findLast(tx, scope, { channel: word.channel, marks: [mark] });
  if (last.get(mark) === false) await noteWord(keyed, tx, scope, { ...word, isGranted: true });
}

/** Until the transaction ends they say nothing else, and nobody begins to reach out to them. */
export const holdWord = lockMark;

/** What was said last of each of these numbers, by their marks. */
export const findConsents = findLast;

/** With a person goes their number; that they said stop stays, as a mark. */
export async function forgetNumbers({ secretKey }: Keyed, tx: Tx, scope: Scope, addresses: readonly string[]) {
  if (addresses.length === 0) return;
  const marks = addresses.map((address) => addressMark(secretKey, scope.workspaceUid, address));
  // One that was typed without its country is known by its end.
  const ends = addresses.filter((address) => !address.startsWith('+')).map((address) => address.replace(/^0+/, ''));
  await forgetAddress(tx, scope, { marks, ends });
}
