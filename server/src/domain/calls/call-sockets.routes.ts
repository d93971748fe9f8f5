import { fail } from '@antiphon/contract/errors';
import type { CallId } from '@antiphon/contract/ids';
import type { OpenCall } from '../../http/call-sockets.ts';
import { takeRate } from '../../http/procedures.ts';
import { isSameOrigin } from '../../http/same-origin.ts';
import type { CallHolder } from './take-call.ts';

/** From our own chat alone, on a host where the call's workspace is. */
export const makeOpenCall =
  (calls: CallHolder): OpenCall =>
  async (context, { id, secret }) => {
    if (!isSameOrigin(context.headers)) fail('forbidden');
    await takeRate(context, [{ key: `connect:address:${context.addressPrefix}`, max: 120, windowSeconds: 60 }]);
    return calls.take({ id: id as CallId, secret, hostOf: context.agency?.workspaceUid ?? null });
  };
