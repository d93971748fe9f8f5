import { fail } from '@antiphon/contract/errors';
import type { RequestContext } from '../../http/context.ts';
import { readText } from '../../http/read-body.ts';
import { verifyTokenOf } from '../channels/channels.rules.ts';
import { findHooked } from '../channels/find-hooked.ts';
import { acceptHook, type HookDeps } from './accept-hook.ts';

const BYTES_MAX = 256 * 1024;
const HOOK_KEY = /^[0-9A-Za-z]{32}$/;

/**
 * Beside the procedures: what a provider tells us, at an address of its connection's own, and signed. It is kept before it is answered, so
 * that it is told again where it was not. Some ask by GET first whether the address is ours. An address that is nobody's and a signature that is wrong get one answer, at the cost of a look.
 */
export async function takeHook(
  deps: HookDeps,
  context: Pick<RequestContext, 'agency' | 'headers'>,
  request: Request,
  named: { provider: string; hookKey: string },
): Promise<Response> {
  if (context.agency || !HOOK_KEY.test(named.hookKey)) fail('unauthorized');
  const hooked = await findHooked(deps, named);
  if (!hooked) fail('unauthorized');
  const { search, searchParams } = new URL(request.url);
  const { challenge, received } = deps.channels[hooked.connection.provider];
  if (request.method === 'GET') {
    const answer = challenge?.(searchParams, verifyTokenOf(hooked.connection)) ?? fail('unauthorized');
    return new Response(answer, { headers: { 'content-type': 'text/plain' } });
  }
  const body = new TextEncoder().encode(await readText(request, BYTES_MAX));
  const headers = Object.fromEntries(context.headers);
  if (!(await acceptHook(deps, hooked, { headers, body, search }))) fail('unauthorized');
  if (received) return new Response(received.body, { headers: { 'content-type': received.type } });
  return Response.json({ received: true });
}
