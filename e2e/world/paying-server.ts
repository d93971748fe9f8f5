import { EVENT_SECRETS, paymentEnvironment } from '../../server/test/factories/payer-factory.ts';
import { type PaymentsStandIn, startPaymentsStandIn } from '../../server/test/harness/payments-stand-in.ts';
import { type RunningServer, startServer } from './server.ts';

export type PayingServer = RunningServer & { standIn: PaymentsStandIn };

/** A server that takes payments of a stand-in of its own, which tells it what happens there. Both end with `dispose`. */
export async function startPayingServer(): Promise<PayingServer> {
  const standIn = await startPaymentsStandIn();
  const server = await startServer({ environment: paymentEnvironment(standIn) });
  for (const [kind, [secret]] of Object.entries(EVENT_SECRETS)) {
    const url = `${server.origin}/api/na/stripe/events/${kind}`;
    await standIn.knob('endpoints', { kind, url, secret, isOnly: true });
  }
  return {
    ...{ ...server, standIn },
    async dispose() {
      await server.dispose();
      await standIn.stop();
    },
  };
}
