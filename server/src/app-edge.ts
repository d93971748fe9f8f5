import { once } from 'node:events';
import { serve } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Regions } from './app-regions.ts';
import { hasDatabase } from './app-stores.ts';
import { answerWithin } from './http/answer-within.ts';
import { normaliseHost } from './http/hosts.ts';
import { makeTlsAsk } from './http/tls-ask.ts';
import type { Settings } from './settings.ts';

/** A region that has not answered by then has not answered. */
const ASK_MS = 2_000;

/** Listens for the proxy's question of certificates, where the settings say so; ends with `close`. */
export async function listenForTlsAsk(settings: Settings, regions: Regions, log: Logger) {
  const { askListen } = settings.edge;
  if (!askListen) return { close: () => {} };
  const fetch = makeTlsAsk({
    ownHosts: ownHosts(settings),
    mayHaveCertificate: (host) => askRegions(settings, regions, host),
    log,
  });
  const server = serve({ fetch, ...askListen });
  await once(server, 'listening');
  return { close: () => void server.close() };
}

/** `edge.host` too: it is asked by https whether the edge works. */
function ownHosts({ publicUrl, contentHost, edge, PLATFORM_ROOT_DOMAIN: root }: Settings): Set<string> {
  const own = publicUrl === null ? [] : [normaliseHost(new URL(publicUrl).host)];
  return new Set([...own, root, `www.${root}`, contentHost, ...(edge.host ? [edge.host] : [])]);
}

/** The first region that says yes decides; that nobody has a host is true only where every region says so. */
async function askRegions(settings: Settings, regions: Regions, host: string): Promise<boolean> {
  const asked = settings.regions
    .filter((region) => hasDatabase(settings, region))
    .map(async (region) => {
      const { mayHaveCertificate } = await regions.open(region);
      return answerWithin(ASK_MS, mayHaveCertificate(host));
    });
  const answers = await Promise.allSettled(asked);
  if (answers.some((answer) => answer.status === 'fulfilled' && answer.value)) return true;
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
  return false;
}
