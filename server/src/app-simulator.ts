import { simulatorWires } from './adapters/channel-simulator/simulator-wires.ts';
import { withSimulator } from './adapters/channel-simulator/with-simulator.ts';
import type { SimulatorDeps } from './domain/channel-simulator/call-hook.ts';
import { makePhones } from './domain/channel-simulator/make-phones.ts';
import type { HookDeps } from './domain/channel-threads/accept-hook.ts';
import { takeHook } from './domain/channel-threads/channel-hooks.routes.ts';

type Base = Omit<SimulatorDeps & HookDeps, 'wires' | 'postHook' | 'hookBase'>;
type Made = Pick<SimulatorDeps, 'channels' | 'wires' | 'postHook' | 'hookBase'>;

/**
 * The channels with a stand-in of each provider for those that are only tried. It calls the door of the hooks within the process: nothing of it
 * leaves the machine. `hookBase`: where providers call; null where they cannot.
 */
export function makeSimulator(base: Base, hookBase: string | null): Made {
  const core = { ...base, hookBase };
  const postHook: SimulatorDeps['postHook'] = async (named, { headers, body, search }) => {
    const url = `http://simulator.invalid/${named.provider}/${named.hookKey}${search}`;
    const request = new Request(url, { method: 'POST', headers, body });
    const answer = await takeHook({ ...core, channels }, { headers: request.headers, agency: null }, request, named);
    return answer.status;
  };
  const wires = simulatorWires;
  const phones = makePhones({ ...core, wires, postHook });
  const channels = withSimulator(core.channels, { phones, wires });
  return { channels, wires, postHook, hookBase };
}
