import type { CallId } from '@antiphon/contract/ids';
import { findCalled } from '../phone-numbers/find-called.ts';
import type { PageSocket } from '../talks/talks.ports.ts';
import { type PhoneCallDeps, relayUrlOf } from './answer-call.ts';
import { makePhoneRecorder } from './phone-recorder.ts';
import { openRelayLeg } from './relay-leg.ts';

/** It says at once which call it is. */
const SETUP_MS = 10_000;
const REFUSED = 1008;

export type NamedRelay = { hookKey: string; vendorCallId: string; id: string; secret: string };

/**
 * Lets the relay in whose address the provider signed with its account's token, and whose secret is that of a call that goes on. Nothing is said
 * before it told that it is of the call that the address was made for.
 */
export async function takeRelay(
  deps: PhoneCallDeps,
  named: NamedRelay,
  headers: Record<string, string | undefined>,
): Promise<((socket: PageSocket) => void) | null> {
  const { hookBase, telephony } = deps;
  const called = await findCalled(deps, named.hookKey);
  if (!called || hookBase === null) return null;
  const hook = { url: relayUrlOf(hookBase, named), headers, body: new Uint8Array() };
  if (!telephony.verify(hook, called.account)) return null;
  const hostOf = called.number.workspaceUid;
  const begin = await deps.calls.connect({ id: named.id as CallId, secret: named.secret, hostOf });
  if (!begin) return null;
  return (socket) => {
    let isBegun = false;
    const listeners: ((text: string) => void)[] = [];
    const late = setTimeout(() => socket.close(REFUSED), SETUP_MS);
    socket.onClose(() => clearTimeout(late));
    socket.onText((text) => {
      if (isBegun) {
        for (const listener of listeners) listener(text);
        return;
      }
      const message = telephony.readMessage(text);
      clearTimeout(late);
      if (message?.kind !== 'setup' || message.callId !== named.vendorCallId) return socket.close(REFUSED);
      isBegun = true;
      const wire = {
        send: (sent: string) => socket.send(sent),
        close: (code: number) => socket.close(code),
        onMessage: (listener: (text: string) => void) => void listeners.push(listener),
        onClose: (listener: (code: number) => void) => socket.onClose(listener),
      };
      const recorder = makePhoneRecorder({ telephony, hookBase }, called, {
        ...{ id: named.id as CallId, vendorCallId: named.vendorCallId },
      });
      begin(openRelayLeg({ wire, readMessage: telephony.readMessage, recorder }));
    });
  };
}
