import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import { EVENT_SECRETS, paymentEnvironment } from '../../server/test/factories/payer-factory.ts';
import { startPaymentsStandIn } from '../../server/test/harness/payments-stand-in.ts';
import { makeCallers } from '../../server/test/harness/relay-callers.ts';
import { startRelayServer } from '../../server/test/harness/relay-server.ts';
import { startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { startEdge } from '../../server/test/harness/start-edge.ts';
import { startBicycleShop } from './bicycle-shop.ts';
import { launchEdgeBrowser } from './edge-browser.ts';
import { startServer } from './server.ts';

export type WholeWorld = Awaited<ReturnType<typeof startWholeWorld>>;

/** The workshop's own system, which takes bookings. */
async function startWorkshop() {
  const bookings: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bookings.push(`${request.method} ${request.url} ${Buffer.concat(parts)}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"booking":{"number":"B-7"}}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { pair, bookings, close: () => server.close() };
}

/**
 * The product as `npm start` serves it, on its embedded database, with everything around it on this machine: name servers, certificates and the
 * proxy, a mailbox, the payment provider, the telephone company, a customer's web site and their own system.
 */
export async function startWholeWorld() {
  const [inbox, payments, twilio] = [await startSmtpInbox(), await startPaymentsStandIn(), await startRelayServer()];
  const [shop, workshop] = [await startBicycleShop(), await startWorkshop()];
  const edge = await startEdge(async (settings) => {
    const server = await startServer({
      database: 'embedded',
      environment: {
        ...settings,
        ...paymentEnvironment(payments),
        ...{ SMTP_URL: inbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>', TWILIO_API_URL: twilio.url },
        OUTBOUND_ALLOW_SITES: [settings.OUTBOUND_ALLOW_SITES, shop.hostAndPort, workshop.pair].join(),
      },
    });
    return { origin: server.origin, stop: server.dispose };
  });
  const own = edge.urlOf(edge.ownHost);
  for (const [kind, [secret]] of Object.entries(EVENT_SECRETS)) {
    const url = `${edge.server.origin}/api/na/stripe/events/${kind}`;
    await payments.knob('endpoints', { kind, url, secret, isOnly: true });
  }
  // The telephone company finds the server by its name in the world.
  const reach = (url: string) =>
    url.replace(own.replace('https', 'wss'), edge.server.origin.replace('http', 'ws')).replace(own, edge.server.origin);
  const callers = makeCallers(twilio, { reach });
  const browser: Browser = await launchEdgeBrowser(edge);
  return {
    ...{ inbox, payments, twilio, callers, shop, workshop, edge, own, browser },
    async stop() {
      callers.stop();
      await browser.close();
      await edge.stop();
      workshop.close();
      await Promise.all([inbox.close(), payments.stop(), twilio.close(), shop.close()]);
    },
  };
}
