import { fail } from '@antiphon/contract/errors';
import type { RequestContext } from '../../http/context.ts';
import { readText } from '../../http/read-body.ts';
import type { EventEndpoint, PaymentProvider } from '../payments/payments.ports.ts';
import { type AcceptDeps, acceptEvent } from './accept-event.ts';

/** An invoice of a hundred lines has less than half of it. */
const BYTES_MAX = 512 * 1024;
const isEndpoint = (name: string): name is EventEndpoint => ['platform', 'connect', 'accounts'].includes(name);

/** Beside the procedures: what is signed is the text as it was sent. 400 says that it is none of ours, and no more. */
export async function takePaymentEvent(
  deps: AcceptDeps & { payments: PaymentProvider | null },
  context: RequestContext,
  request: Request,
  endpoint: string,
): Promise<Response> {
  const { payments } = deps;
  if (!payments || !isEndpoint(endpoint) || context.agency) fail('not_found');
  const signature = context.headers.get('stripe-signature') ?? '';
  if (signature === '') fail('invalid_input');
  const text = await readText(request, BYTES_MAX);
  if (!(await acceptEvent(deps, payments, endpoint, { text, signature }))) fail('invalid_input');
  return Response.json({ received: true });
}
