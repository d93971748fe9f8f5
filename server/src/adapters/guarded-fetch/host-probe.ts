import { Agent, type Dispatcher, request } from 'undici';
import type { HostProbe } from '../../domain/dns/dns.ports.ts';
import { isCertificateFault } from './fetch-failures.ts';
import { makeGuardedConnector, type Resolve } from './guarded-connector.ts';
import { isPublicAddress } from './public-address.ts';
import { untilAborted } from './until-aborted.ts';

const WHOLE_MS = 8_000;
const ANSWER_BYTES = 256;
/** What stands there answers for somebody whom it does not reach. */
const OF_A_PROXY = new Set([502, 503, 504]);

/**
 * Looks at a host from outside, by https and by its name alone: at public addresses, and at `edgeAddresses`, where our own proxy may
 * stand inside. Follows no redirect; one connection a probe, so that each sees the address and the certificate of now.
 */
export function makeHostProbe(options: {
  edgeAddresses: readonly string[];
  port: number;
  resolve: Resolve;
  wholeMs?: number;
}): HostProbe {
  const edge = new Set(options.edgeAddresses);
  const connect = makeGuardedConnector({
    resolve: options.resolve,
    allowed: new Set(),
    mayReach: (address) => isPublicAddress(address) || edge.has(address),
    timeoutMs: WHOLE_MS,
  });
  return {
    async probe(host, token) {
      const port = options.port === 443 ? '' : `:${options.port}`;
      const signal = AbortSignal.timeout(options.wholeMs ?? WHOLE_MS);
      const dispatcher = new Agent({ connect, pipelining: 0, maxHeaderSize: 16 * 1024 });
      try {
        const asked = request(`https://${host}${port}/.well-known/host-check`, { dispatcher, signal });
        const { statusCode, body } = await untilAborted(asked, signal);
        if (OF_A_PROXY.has(statusCode)) return 'unreachable';
        const text = await readBeginning(body);
        return statusCode === 200 && text.trim() === token ? 'right' : 'other';
      } catch (error) {
        return isCertificateFault(error) ? 'certificate' : 'unreachable';
      } finally {
        dispatcher.destroy().catch(() => {});
      }
    },
  };
}

async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > ANSWER_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString();
}
