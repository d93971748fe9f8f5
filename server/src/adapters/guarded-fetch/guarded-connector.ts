import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { buildConnector } from 'undici';
import { refused } from './check-address.ts';
import { isPublicAddress, literalOf } from './public-address.ts';

/** Every address of a name, as `dns.lookup` with `all`. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

export const systemResolve: Resolve = (name) =>
  new Promise((resolve, reject) =>
    systemLookup(name, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );

/** Of an address, that a name has or that stands in its place. */
export type MayReach = (address: string) => boolean;

type LookupCallback = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

/**
 * Looks a name up for the very connection that is being made, and gives out nothing unless all of its addresses are public:
 * a name cannot show one address to a check and another to the connection. Node does not call it for literal addresses.
 */
export function makeGuardedLookup(resolve: Resolve, mayReach: MayReach = isPublicAddress) {
  return (name: string, options: LookupOptions, callback: LookupCallback) => {
    resolve(name).then(
      (found) => {
        const first = found[0];
        if (!first || !found.every(({ address }) => mayReach(address))) callback(refused());
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error),
    );
  };
}

/** The last gate: whatever asks for a connection, literal or name, is judged here. `allowed` holds `host:port` pairs. */
export function makeGuardedConnector(options: {
  resolve: Resolve;
  allowed: ReadonlySet<string>;
  mayReach?: MayReach;
  timeoutMs: number;
}): buildConnector.connector {
  const { mayReach = isPublicAddress } = options;
  const open = buildConnector({
    timeout: options.timeoutMs,
    lookup: makeGuardedLookup(options.resolve, () => true) as never,
  } as buildConnector.BuildOptions);
  const guarded = buildConnector({
    timeout: options.timeoutMs,
    lookup: makeGuardedLookup(options.resolve, mayReach) as never,
  } as buildConnector.BuildOptions);
  return (target, callback) => {
    const port = target.port || (target.protocol === 'https:' ? '443' : '80');
    if (options.allowed.has(`${target.hostname}:${port}`)) return open(target, callback);
    const literal = literalOf(target.hostname);
    if (literal && !mayReach(literal)) return callback(refused(), null);
    guarded(target, callback);
  };
}
