import { fail } from '@antiphon/contract/errors';
import type { RequestContext } from '../../http/context.ts';
import { readText } from '../../http/read-body.ts';
import { acceptHook, findHooked, type HookDeps } from './accept-hook.ts';

const BYTES_MAX = 256 * 1024;
const HOOK_KEY = /^[0-9A-Za-z]{32}$/;

/**
 * Beside the procedures: what a provider tells us, at an address of its connection's own, and signed. It is kept before it is answered, so
 * that it is told again where it was not. An address that is nobody's and a signature that is wrong get one answer, at the cost of a look.
 */
export async function takeHook(
  deps: HookDeps,
  context: RequestContext,
  request: Request,
  named: { provider: string; hookKey: string },
): Promise<Response> {
  if (context.agency || !HOOK_KEY.test(named.hookKey)) fail('unauthorized');
  const hooked = await findHooked(deps, named);
  if (!hooked) fail('unauthorized');
  const body = new TextEncoder().encode(await readText(request, BYTES_MAX));
  const headers = Object.fromEntries(context.headers);
  if (!(await acceptHook(deps, hooked, { headers, body }))) fail('unauthorized');
  return Response.json({ received: true });
}
