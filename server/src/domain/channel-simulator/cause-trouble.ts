import { fail } from '@antiphon/contract/errors';
import type { PhoneNote, PhoneTrouble } from '@antiphon/contract/simulated-lines';
import type { Phone } from '@antiphon/contract/simulator';
import type { Scope } from '../../db/scope.ts';
import { openThread } from '../channel-threads/open-thread.ts';
import { mendSimulated } from '../channels/change-channel.ts';
import { type Connection, getSimulated } from '../channels/use-connection.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { callHook, type SimulatorDeps } from './call-hook.ts';
import type { TypedLine } from './channel-simulator.ports.ts';
import {
  findLastSaid,
  holdPhone,
  insertLine,
  type LineRow,
  type PhoneRow,
  updatePhone,
} from './channel-simulator.queries.ts';
import { noteOf, toTyped } from './channel-simulator.rules.ts';
import { type NamedPhone, openPhone } from './open-phone.ts';
import { keepTyped, tellTyped } from './say-on-phone.ts';

type Trying = { deps: SimulatorDeps; scope: Scope; connection: Connection; words: string[] };

/** Makes happen what providers do, and says on the phone with what effect. Fails with `invalid_input` where its words are missing, or nothing was written before. */
export async function causeTrouble(
  deps: SimulatorDeps,
  member: Member,
  { kind, words, ...named }: NamedPhone & { kind: PhoneTrouble; words: string[] },
): Promise<Phone> {
  demand(member, 'agents.publish');
  const { scope } = member;
  const connection = await deps.database.transaction(scope, (tx) => getSimulated(tx, scope, named));
  await CAUSES[kind]({ deps, scope, connection, words });
  const about = { wire: deps.wires[connection.provider], channel: deps.channels[connection.provider] };
  await note({ deps, scope, connection }, noteOf(kind, about));
  return openPhone(deps, scope, named);
}

/** A token that works again: what waited is sent. */
export async function mendPhone(deps: SimulatorDeps, member: Member, named: NamedPhone): Promise<Phone> {
  demand(member, 'agents.publish');
  const { scope } = member;
  const connection = await deps.database.transaction(scope, async (tx) => {
    const found = await getSimulated(tx, scope, named);
    await holdPhone(tx, scope, found.id);
    await updatePhone(tx, scope, found.id, { isTokenDead: false });
    await mendSimulated(tx, scope, found.id);
    return found;
  });
  await note({ deps, scope, connection }, 'mended');
  return openPhone(deps, scope, named);
}

const CAUSES: Record<PhoneTrouble, (trying: Trying) => Promise<void>> = {
  async twice({ deps, scope, connection }) {
    const line = await deps.database.transaction(scope, (tx) => findLastSaid(tx, scope, connection.id));
    if (!line) fail('invalid_input', { message: 'Please write something on the phone first.' });
    await tellTyped(deps, scope, connection, line);
  },
  /** Two lines, a second apart, of which the later one is told first. */
  async unordered({ deps, scope, connection, words: [one, other] }) {
    if (one === undefined || other === undefined) fail('invalid_input');
    const now = Date.now();
    const first = await keepTyped(deps, scope, connection, { text: one, at: new Date(now - 1_000) });
    const second = await keepTyped(deps, scope, connection, { text: other, at: new Date(now) });
    for (const line of [second, first]) await tellTyped(deps, scope, connection, line);
  },
  busy: (trying) => set(trying, { refusals: 1 }),
  dead_token: (trying) => set(trying, { isTokenDead: true }),
  day_later: (trying) =>
    set(trying, { isWindowOver: trying.deps.channels[trying.connection.provider].windowHours !== null }),
  async stop(trying) {
    const { deps, scope, connection } = trying;
    const { block } = deps.wires[connection.provider];
    if (!block) return tellTyped(deps, scope, connection, await keepTyped(deps, scope, connection, { text: 'STOP' }));
    await set(trying, { isBlocked: true });
    const { lastNumber } = await deps.database.transaction(scope, async (tx) => {
      const phone = await holdPhone(tx, scope, connection.id);
      await updatePhone(tx, scope, connection.id, { lastNumber: phone.lastNumber + 1 });
      return { lastNumber: phone.lastNumber + 1 };
    });
    await callHook(deps, scope, connection, (called) =>
      block(called, { number: lastNumber, at: new Date(), isBlocked: true }),
    );
  },
  async by_phone({ deps, scope, connection, words: [text] }) {
    if (text === undefined) fail('invalid_input');
    const { echo, thread, newId } = deps.wires[connection.provider];
    if (!echo) return;
    const line = await deps.database.transaction(scope, async (tx): Promise<LineRow> => {
      const threadId = await openThread(tx, scope, { connectionId: connection.id, thread });
      const nameOf = (number: number) => newId(number, new Date());
      return insertLine(tx, scope, { connectionId: connection.id, threadId, kind: 'shown', text, nameOf });
    });
    const typed: TypedLine = toTyped(line);
    await callHook(deps, scope, connection, (called) => echo(called, typed));
  },
};

const set = ({ deps, scope, connection }: Omit<Trying, 'words'>, change: Partial<PhoneRow>) =>
  deps.database.transaction(scope, async (tx) => {
    await holdPhone(tx, scope, connection.id);
    await updatePhone(tx, scope, connection.id, change);
  });

async function note({ deps, scope, connection }: Omit<Trying, 'words'>, said: PhoneNote) {
  const { thread } = deps.wires[connection.provider];
  await deps.database.transaction(scope, async (tx) => {
    const threadId = await openThread(tx, scope, { connectionId: connection.id, thread });
    await insertLine(tx, scope, { connectionId: connection.id, threadId, kind: 'note', note: said });
  });
  deps.signals.tell(scope.workspaceUid, { kind: 'phone', id: connection.id });
}
