import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';
import { openThread } from '../channel-threads/open-thread.ts';
import type { SimulatedPhone } from '../channels/channels.ports.ts';
import { getConnection } from '../channels/use-connection.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { callHook, type SimulatorDeps } from './call-hook.ts';
import type { PhoneRefusal, Phones } from './channel-simulator.ports.ts';
import { holdPhone, insertLine, raiseLines, setDelivered, updatePhone } from './channel-simulator.queries.ts';
import { REFUSED, shownOf, TYPING_MS } from './channel-simulator.rules.ts';

/** What the stand-in of all providers keeps of its phones: in the database, so that every process has the same ones. */
export function makePhones(deps: SimulatorDeps & { makeScope: (uid: WorkspaceUid) => Scope }): Phones {
  const { database, signals, wires } = deps;
  const tell = ({ workspaceUid, connectionId }: SimulatedPhone) =>
    signals.tell(workspaceUid, { kind: 'phone', id: connectionId });

  return {
    async meet(phone) {
      const scope = deps.makeScope(phone.workspaceUid);
      const { connectionId: id } = phone;
      const refusal = await database.transaction(scope, async (tx): Promise<PhoneRefusal | null> => {
        const connection = await getConnection(tx, scope, id);
        if (!connection) return 'token';
        const held = await holdPhone(tx, scope, id);
        const met = held.isTokenDead
          ? 'token'
          : held.isBlocked
            ? 'blocked'
            : held.isWindowOver
              ? 'window'
              : held.refusals > 0
                ? 'busy'
                : null;
        if (met === null) return null;
        if (met === 'busy') await updatePhone(tx, scope, id, { refusals: held.refusals - 1 });
        const threadId = await openThread(tx, scope, { connectionId: id, thread: wires[connection.provider].thread });
        await insertLine(tx, scope, { connectionId: id, threadId, kind: 'note', note: REFUSED[met] });
        return met;
      });
      if (refusal) tell(phone);
      return refusal;
    },
    async show(phone, { thread, ref, part, nameOf }) {
      const scope = deps.makeScope(phone.workspaceUid);
      const { connectionId } = phone;
      const shown = await database.transaction(scope, async (tx) => {
        const connection = await getConnection(tx, scope, connectionId);
        if (!connection) return null;
        const threadId = await openThread(tx, scope, { connectionId, thread });
        await updatePhone(tx, scope, connectionId, { typingUntil: null });
        const line = { connectionId, threadId, kind: 'shown' as const, ref, ...shownOf(part), nameOf };
        return { connection, line: await insertLine(tx, scope, line) };
      });
      tell(phone);
      if (!shown) throw new VendorFailure('unauthorized', 'This phone is gone.');
      const { connection, line } = shown;
      const { status, told } = wires[connection.provider];
      const id = line.providerId;
      if (!status || !told.includes('delivered')) return id;
      await database.transaction(scope, (tx) => setDelivered(tx, scope, [line]));
      await callHook(deps, scope, connection, (called) =>
        status(called, { id, ref, state: 'delivered', at: new Date() }),
      );
      tell(phone);
      return id;
    },
    async noteTyping(phone) {
      const scope = deps.makeScope(phone.workspaceUid);
      await database.transaction(scope, async (tx) => {
        await holdPhone(tx, scope, phone.connectionId);
        await updatePhone(tx, scope, phone.connectionId, { typingUntil: new Date(Date.now() + TYPING_MS) });
        await raiseLines(tx, scope, phone.connectionId, { kind: 'said', to: 'read' });
      });
      tell(phone);
    },
  };
}
