import type { PhoneLine } from '@antiphon/contract/simulator';
import type { Scope } from '../../db/scope.ts';
import { openThread } from '../channel-threads/open-thread.ts';
import { type Connection, getSimulated } from '../channels/use-connection.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { callHook, type SimulatorDeps } from './call-hook.ts';
import {
  holdPhone,
  insertLine,
  type LineRow,
  raiseLines,
  setDelivered,
  updatePhone,
} from './channel-simulator.queries.ts';
import { toLine, toTyped } from './channel-simulator.rules.ts';
import type { NamedPhone } from './open-phone.ts';

type Typed = { text: string; choiceId?: string | undefined; at?: Date };

/** Somebody writes on the phone, or presses a button there: their provider tells it. Whoever had blocked us has not any more. */
export async function sayOnPhone(
  deps: SimulatorDeps,
  member: Member,
  { text, choiceId, ...named }: NamedPhone & Typed,
): Promise<PhoneLine> {
  demand(member, 'agents.publish');
  const { scope } = member;
  const connection = await deps.database.transaction(scope, (tx) => getSimulated(tx, scope, named));
  const line = await keepTyped(deps, scope, connection, { text, choiceId });
  await tellTyped(deps, scope, connection, line);
  return toLine({ ...line, state: 'delivered' });
}

/** It stands on the phone; nobody was told of it yet. */
export async function keepTyped(deps: SimulatorDeps, scope: Scope, connection: Connection, typed: Typed) {
  const { id, provider } = connection;
  const { thread, newId, block } = deps.wires[provider];
  const { at = new Date(), text, choiceId = null } = typed;
  const { line, wasBlocked } = await deps.database.transaction(scope, async (tx) => {
    const threadId = await openThread(tx, scope, { connectionId: id, thread });
    const { isBlocked } = await holdPhone(tx, scope, id);
    await updatePhone(tx, scope, id, { isBlocked: false, isWindowOver: false });
    const nameOf = (number: number) => newId(number, at);
    const said = { connectionId: id, threadId, kind: 'said' as const, text, choiceId, at, nameOf };
    return { line: await insertLine(tx, scope, said), wasBlocked: isBlocked };
  });
  if (wasBlocked && block)
    await callHook(deps, scope, connection, (called) => block(called, { number: line.number, at, isBlocked: false }));
  return line;
}

export async function tellTyped(deps: SimulatorDeps, scope: Scope, connection: Connection, line: LineRow) {
  const { message } = deps.wires[connection.provider];
  deps.signals.tell(scope.workspaceUid, { kind: 'phone', id: connection.id });
  await callHook(deps, scope, connection, (called) => message(called, toTyped(line)));
  await deps.database.transaction(scope, (tx) => setDelivered(tx, scope, [line]));
  deps.signals.tell(scope.workspaceUid, { kind: 'phone', id: connection.id });
}

/** Whoever holds the phone has seen what is shown there; their provider tells it, where it tells that. */
export async function readOnPhone(deps: SimulatorDeps, member: Member, named: NamedPhone): Promise<void> {
  demand(member, 'agents.publish');
  const { scope } = member;
  const connection = await deps.database.transaction(scope, (tx) => getSimulated(tx, scope, named));
  const { status, told, isWatermark } = deps.wires[connection.provider];
  if (!status || !told.includes('read')) return;
  const read = await deps.database.transaction(scope, (tx) =>
    raiseLines(tx, scope, connection.id, { kind: 'shown', to: 'read' }),
  );
  for (const { providerId, ref } of isWatermark ? read.slice(-1) : read)
    await callHook(deps, scope, connection, (called) =>
      status(called, { id: providerId, ref, state: 'read', at: new Date() }),
    );
  if (read.length > 0) deps.signals.tell(scope.workspaceUid, { kind: 'phone', id: connection.id });
}
